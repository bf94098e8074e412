//! Finds credential shapes in outgoing bytes.
