/**
 * Environment variable with the URLs of a cluster's nodes to test on, coordinator first, instead of a PostgreSQL that the run
 * starts itself.
 */
export const CLUSTER_VARIABLE = 'TEST_POSTGRES_URLS';
