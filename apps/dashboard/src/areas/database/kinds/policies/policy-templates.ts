import type { PolicyDesign } from '@basalt/pg-model'

type Template = { label: string; design: Partial<PolicyDesign> }

/** Common policies; names of columns and tables in them are examples to replace. */
export const policyTemplates: readonly Template[] = [
  {
    label: 'Everyone can read',
    design: {
      name: 'Everyone can read',
      command: 'select',
      is_permissive: true,
      roles: [],
      using: 'true',
      check: null,
    },
  },
  {
    label: 'Users manage their own rows',
    design: {
      name: 'Users manage their own rows',
      command: 'all',
      is_permissive: true,
      using: "user_id::text = current_setting('request.jwt.claims', true)::json ->> 'sub'",
      check: "user_id::text = current_setting('request.jwt.claims', true)::json ->> 'sub'",
    },
  },
  {
    label: 'Members read rows of their team',
    design: {
      name: 'Members read rows of their team',
      command: 'select',
      is_permissive: true,
      using:
        "team_id in (\n  select m.team_id from team_members m\n  where m.user_id::text = current_setting('request.jwt.claims', true)::json ->> 'sub'\n)",
      check: null,
    },
  },
  {
    label: 'Only active rows (restrictive)',
    design: {
      name: 'Only active rows',
      command: 'select',
      is_permissive: false,
      using: 'is_active',
      check: null,
    },
  },
]
