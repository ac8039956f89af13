import type { ScriptKindName } from '@basalt/contract/database/object-scripts'

import { written } from '../../../product/names/written-name.ts'

type Template = (schema: string) => string

/** Names of tables and columns in them are examples to replace. */
const templates: Readonly<Record<ScriptKindName, Template>> = {
  functions: (schema) => `create function ${schema}.add_one(value integer)
returns integer
language plpgsql
as $$
begin
  return value + 1;
end
$$;
`,
  triggers: (schema) => `create trigger set_changed_at
  before update on ${schema}.my_table
  for each row
  execute function ${schema}.my_function();
`,
  policies: (schema) => `create policy "Users see their own rows" on ${schema}.my_table
  for select
  to public
  using (user_id::text = current_setting('request.jwt.claims', true)::json ->> 'sub');

-- Policies apply while row-level security is on.
alter table ${schema}.my_table enable row level security;
`,
}

export const writeTemplate = (kind: string, schema: string): string =>
  templates[kind as ScriptKindName](written(schema))
