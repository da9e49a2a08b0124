"""The dashboard: pages over the library, and the only place that knows Streamlit."""
