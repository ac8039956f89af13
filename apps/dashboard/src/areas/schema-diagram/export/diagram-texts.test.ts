import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { expect, test } from 'vitest'

import { writeDbml } from './dbml.ts'
import { writeMermaid } from './mermaid.ts'

const column = { data_type: 'integer', is_nullable: false, is_key: false, is_unique: false }

const diagram: SchemaDiagram = {
  tables: [
    {
      id: 1,
      schema: 'public',
      name: 'order "lines"',
      comment: "The order's lines",
      rls: 'on',
      columns: [
        { ...column, name: 'order', is_key: true },
        { ...column, name: 'line no', is_key: true },
        { ...column, name: 'code', data_type: 'character varying(8)', is_nullable: true },
      ],
    },
    {
      id: 2,
      schema: 'public',
      name: 'notes',
      comment: null,
      rls: 'off',
      columns: [
        { ...column, name: 'id', is_key: true },
        { ...column, name: 'slug', is_unique: true },
      ],
    },
  ],
  edges: [
    {
      name: 'notes_line_fkey',
      from: 2,
      to: 1,
      pairs: [
        { column: 'order', referenced: 'order' },
        { column: 'line', referenced: 'line no' },
      ],
    },
  ],
}

test('DBML quotes every name, and a composite key is one reference', () => {
  expect([...writeDbml(diagram)].join('')).toBe(
    [
      'Table "public"."order \\"lines\\"" {',
      '  "order" "integer" [not null]',
      '  "line no" "integer" [not null]',
      '  "code" "character varying(8)"',
      '',
      '  indexes {',
      '    ("order", "line no") [pk]',
      '  }',
      '',
      "  Note: 'The order\\'s lines'",
      '}',
      '',
      'Table "public"."notes" {',
      '  "id" "integer" [pk, not null]',
      '  "slug" "integer" [unique, not null]',
      '}',
      '',
      'Ref "notes_line_fkey": "public"."notes".("order", "line") > "public"."order \\"lines\\"".("order", "line no")',
      '',
    ].join('\n'),
  )
})

test('Mermaid gets words for types and names, and the real ones as comments', () => {
  expect([...writeMermaid(diagram)].join('')).toBe(
    [
      'erDiagram',
      '  "order #quot;lines#quot;" {',
      '    integer order PK',
      '    integer line_no PK "#quot;line no#quot; integer"',
      '    character_varying(8) code "code character varying(8)"',
      '  }',
      '  "notes" {',
      '    integer id PK',
      '    integer slug UK',
      '  }',
      '  "order #quot;lines#quot;" ||--o{ "notes" : "notes_line_fkey: order → order, line → #quot;line no#quot;"',
      '',
    ].join('\n'),
  )
})
