//! Every outgoing HTTP request of the product.
