import type { AdvisorRuleEntry } from './advisor-rule.ts'

const policies = { page: '/project/{ref}/database/policies', page_label: 'View policies' } as const
const indexes = { page: '/project/{ref}/database/indexes', page_label: 'View indexes' } as const
const functions = {
  page: '/project/{ref}/database/functions',
  page_label: 'View functions',
} as const
const editor = { page: '/project/{ref}/editor', page_label: 'View table' } as const

/** Rules that read the database alone. */
export const databaseAdvisorRules = [
  {
    name: 'unindexed_foreign_keys',
    title: 'Unindexed foreign keys',
    category: 'performance',
    level: 'info',
    about:
      'A foreign key has no index on its own columns. Deleting or updating a referenced row then reads the whole referencing table, and joins over the key do too.',
    remedy: 'Create an index that begins with the columns of the key.',
    page: indexes.page,
    page_label: 'Create an index',
  },
  {
    name: 'auth_users_exposed',
    title: 'Exposed Auth Users',
    category: 'security',
    level: 'error',
    about:
      'A view in an exposed schema shows rows of auth.users to the roles of the API, with email addresses and other personal data.',
    remedy:
      'Revoke reading from the roles of the API, or move the view to a schema that is not exposed. Show only the columns that the application needs, through a table of your own.',
    ...editor,
  },
  {
    name: 'auth_rls_initplan',
    title: 'Auth RLS Initialization Plan',
    category: 'performance',
    level: 'warning',
    about:
      'A policy calls a function such as auth.uid() or current_setting() directly, so PostgreSQL evaluates it once for every row.',
    remedy:
      'Write the call as a subquery, such as (select auth.uid()). PostgreSQL evaluates it once for each statement.',
    ...policies,
  },
  {
    name: 'no_primary_key',
    title: 'No Primary Key',
    category: 'performance',
    level: 'info',
    about:
      'A table has no primary key. Single rows cannot be addressed, duplicates stay unnoticed, and updates and deletes cannot be replicated.',
    remedy: 'Add a primary key. Adding an identity column rewrites the table.',
    ...editor,
  },
  {
    name: 'unused_index',
    title: 'Unused Index',
    category: 'performance',
    level: 'info',
    about:
      'No query has used an index since the statistics began, at least seven days ago. Each write still maintains it, and it takes space on disk.',
    remedy:
      'Drop the index, unless it is new or serves queries that run rarely, for example once a month.',
    ...indexes,
  },
  {
    name: 'multiple_permissive_policies',
    title: 'Multiple Permissive Policies',
    category: 'performance',
    level: 'warning',
    about:
      'Several permissive policies apply to the same role and command of a table. PostgreSQL evaluates all of them for every row.',
    remedy: 'Combine the conditions in one policy, joined with OR.',
    ...policies,
  },
  {
    name: 'policy_exists_rls_disabled',
    title: 'Policy Exists RLS Disabled',
    category: 'security',
    level: 'error',
    about: 'A table has policies, but row-level security is off. The policies have no effect.',
    remedy: 'Enable row-level security on the table.',
    ...policies,
  },
  {
    name: 'rls_enabled_no_policy',
    title: 'RLS Enabled No Policy',
    category: 'security',
    level: 'info',
    about:
      'Row-level security is on, but the table has no policy. Roles that obey policies see no rows and cannot write any.',
    remedy:
      'Create a policy for each role and command that the application needs. Leave it as it is if only the server uses the table.',
    ...policies,
  },
  {
    name: 'duplicate_index',
    title: 'Duplicate Index',
    category: 'performance',
    level: 'warning',
    about: 'Several indexes of a table are the same. Each write maintains all of them.',
    remedy: 'Keep one of them and drop the others.',
    ...indexes,
  },
  {
    name: 'security_definer_view',
    title: 'Security Definer View',
    category: 'security',
    level: 'error',
    about:
      'A view in an exposed schema reads its tables with the rights of its owner. Policies of the tables do not apply to the users of the view.',
    remedy:
      'Set security_invoker on the view, so that it reads with the rights of the user. Users then need privileges on the tables.',
    page: '/project/{ref}/database/views',
    page_label: 'View views',
  },
  {
    name: 'function_search_path_mutable',
    title: 'Function Search Path Mutable',
    category: 'security',
    level: 'warning',
    about:
      'A function does not set its search path. A caller can put objects of the same name in front of those that the function means.',
    remedy:
      'Set search_path on the function. Names of objects in other schemas must then be written with their schema.',
    ...functions,
  },
  {
    name: 'rls_disabled_in_public',
    title: 'RLS Disabled in Public',
    category: 'security',
    level: 'error',
    about:
      'A table in an exposed schema has no row-level security. Each role of the API with privileges on the table reaches all of its rows.',
    remedy:
      'Enable row-level security, then create policies for the rows that each role may see and change. Without a policy the roles of the API see no rows.',
    ...policies,
  },
  {
    name: 'extension_in_public',
    title: 'Extension in Public',
    category: 'security',
    level: 'warning',
    about: 'An extension is in the schema public, so the API exposes its functions.',
    remedy:
      'Drop the extension and create it again in a schema that is not exposed, such as extensions. Objects that use it must be created again as well.',
    page: '/project/{ref}/database/extensions',
    page_label: 'View extension',
  },
  {
    name: 'rls_references_user_metadata',
    title: 'RLS references user metadata',
    category: 'security',
    level: 'error',
    about:
      'A policy decides by user metadata. Users edit their own metadata, so they can give themselves access.',
    remedy: 'Use app metadata, or a table that users cannot change.',
    ...policies,
  },
  {
    name: 'materialized_view_in_api',
    title: 'Materialized View in API',
    category: 'security',
    level: 'warning',
    about:
      'The API can read a materialized view. Policies do not apply to materialized views, so all of its rows are visible.',
    remedy: 'Revoke reading from the roles of the API, or move it to a schema that is not exposed.',
    page: '/project/{ref}/database/materialized-views',
    page_label: 'View materialized views',
  },
  {
    name: 'foreign_table_in_api',
    title: 'Foreign Table in API',
    category: 'security',
    level: 'warning',
    about:
      'The API can read a foreign table. Policies do not apply to foreign tables, so all rows of the remote table are visible.',
    remedy: 'Revoke reading from the roles of the API, or move it to a schema that is not exposed.',
    ...editor,
  },
  {
    name: 'unsupported_reg_types',
    title: 'Unsupported reg types',
    category: 'security',
    level: 'warning',
    about:
      'A column has a type such as regproc, which stores object ids. A server with such columns cannot be upgraded to a new major version.',
    remedy: 'Store the name as text, and cast it where it is used.',
    ...editor,
  },
  {
    name: 'vulnerable_postgres_version',
    title: 'Postgres version has security patches available',
    category: 'security',
    level: 'warning',
    about: 'A newer minor release of PostgreSQL fixes known vulnerabilities of this version.',
    remedy: 'Update the server to the newest minor release of its major version.',
    page: '/project/{ref}/settings/infrastructure',
    page_label: 'View infrastructure',
  },
  {
    name: 'sensitive_columns_exposed',
    title: 'Sensitive Columns Exposed',
    category: 'security',
    level: 'error',
    about:
      'The API can read a table without row-level security, and the names of its columns suggest private data such as passwords or card numbers.',
    remedy:
      'Enable row-level security with policies, or revoke reading of these columns from the roles of the API.',
    ...editor,
  },
  {
    name: 'rls_policy_always_true',
    title: 'RLS Policy Always True',
    category: 'security',
    level: 'warning',
    about:
      'A policy lets the roles of the API change every row, because its condition is always true.',
    remedy: 'Restrict the condition, for example to rows of the signed-in user.',
    ...policies,
  },
  {
    name: 'public_bucket_allows_listing',
    title: 'Public Bucket Allows Listing',
    category: 'security',
    level: 'warning',
    about:
      'A bucket is public and a policy allows reading all of its entries, so everyone can list its files. Public files can be downloaded without such a policy.',
    remedy: 'Drop the policy, or restrict it to the files that a user may list.',
    ...policies,
  },
  {
    name: 'pg_graphql_anon_table_exposed',
    title: 'Public Can See Object in GraphQL Schema',
    category: 'security',
    level: 'warning',
    about:
      'The role anon may read an object, so its name and columns are part of the GraphQL schema that everyone can query.',
    remedy: 'Revoke reading from anon where strangers need no access.',
    ...editor,
  },
  {
    name: 'pg_graphql_authenticated_table_exposed',
    title: 'Signed-In Users Can See Object in GraphQL Schema',
    category: 'security',
    level: 'warning',
    about:
      'The role authenticated may read an object, so its name and columns are part of the GraphQL schema of every user who is signed in.',
    remedy: 'Revoke reading from authenticated where users need no access.',
    ...editor,
  },
  {
    name: 'anon_security_definer_function_executable',
    title: 'Public Can Execute SECURITY DEFINER Function',
    category: 'security',
    level: 'warning',
    about:
      'Everyone can call a function through the API that runs with the rights of its owner and passes by all policies.',
    remedy:
      'Revoke EXECUTE from public and anon, make it SECURITY INVOKER, or move it to a schema that is not exposed.',
    ...functions,
  },
  {
    name: 'authenticated_security_definer_function_executable',
    title: 'Signed-In Users Can Execute SECURITY DEFINER Function',
    category: 'security',
    level: 'warning',
    about:
      'Every user who is signed in can call a function through the API that runs with the rights of its owner and passes by all policies.',
    remedy:
      'Revoke EXECUTE from public and authenticated, make it SECURITY INVOKER, or move it to a schema that is not exposed.',
    ...functions,
  },
] as const satisfies readonly AdvisorRuleEntry[]
