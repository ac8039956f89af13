import type { DataType } from '@basalt/contract/database/table-changes'
import { Plus } from 'lucide-react'
import { use, useState } from 'react'

import { useCapability } from '../../../lib/install.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { focusOnMount } from '../../../ui/focus.ts'
import { Input, Select } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TableOfRows } from './BrokenRule.tsx'
import { ColumnList } from './ColumnList.tsx'
import { errorsAt, type FieldErrors } from './field-errors.ts'
import { ForeignKeyForm } from './ForeignKeyForm.tsx'
import { IsForeign } from './is-foreign.ts'
import {
  type ChangeDraft,
  newKey,
  type TableDraft,
  withForeignKey,
  withNewPosition,
} from './table-draft.ts'

export type TableFormProps = {
  projectRef: string
  /** Undefined for a table that is not there yet. */
  tableId: number | undefined
  draft: TableDraft
  schemas: readonly string[]
  types: readonly DataType[]
  errors: FieldErrors
  /** Names of foreign keys that the table has. */
  existingKeys: ReadonlySet<string | null>
  openedColumn: string | undefined
  /** The key of the column that was added with the panel. */
  freshColumn: string | undefined
  onChange: ChangeDraft
}

/** Everything that a table is, in the order in which people think of it. */
export function TableForm(props: TableFormProps) {
  const { projectRef, draft, types, errors, tableId, onChange } = props
  const isForeign = use(IsForeign)
  return (
    <div className="flex flex-col gap-6">
      <Heading {...props} />
      {isForeign && (
        <Notice tone="info" title="The rows are on a foreign server">
          These settings only affect how rows are read. Keys and row level security belong to the
          remote table. Columns are matched by name unless a column option sets another name.
        </Notice>
      )}
      <TableOfRows value={tableId === undefined ? null : { projectRef, tableId, draft }}>
        <ColumnList
          draft={draft}
          types={types}
          errors={errors}
          isNew={tableId === undefined}
          opened={props.openedColumn}
          fresh={props.freshColumn}
          onChange={onChange}
        />
      </TableOfRows>
      {isForeign || <ForeignKeys {...props} />}
      {isForeign || <Access {...props} />}
    </div>
  )
}

function Access({ draft, onChange }: TableFormProps) {
  const hasRealtime = useCapability('realtime')
  const set = getSetter(onChange)
  return (
    <section aria-label="Access" className="flex flex-col gap-3">
      <h3 className="font-medium">Access</h3>
      <Checkbox
        label="Row level security"
        isChecked={draft.rls_enabled}
        help={
          draft.rls_enabled
            ? 'Access is decided by policies. Without a policy no rows are visible.'
            : 'Every role with a grant can read and change all rows.'
        }
        onChange={(rls_enabled) => set({ rls_enabled })}
      />
      {hasRealtime && (
        <Checkbox
          label="Realtime"
          isChecked={draft.is_realtime}
          help="Sends row changes to listeners, through the publication basalt_realtime"
          onChange={(is_realtime) => set({ is_realtime })}
        />
      )}
    </section>
  )
}

const getSetter = (onChange: ChangeDraft) => (more: Partial<TableDraft>) =>
  onChange((now) => ({ ...now, ...more }))

function Heading({ draft, schemas, errors, tableId, openedColumn, onChange }: TableFormProps) {
  const set = getSetter(onChange)
  const position = (more: { schema: string } | { name: string }) =>
    tableId === undefined ? onChange((now) => withNewPosition(now, more)) : set(more)
  const startsHere = tableId === undefined && openedColumn === undefined
  return (
    <section aria-label="Name" className="flex flex-col gap-3">
      <div className="grid gap-3 tablet:grid-cols-[1fr_2fr]">
        <Field label="Schema" error={errors['schema']}>
          {(control) => (
            <Select
              {...control}
              value={draft.schema}
              onChange={({ target }) => position({ schema: target.value })}
            >
              {schemas.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Table name" error={errors['name']}>
          {(control) => (
            <Input
              {...control}
              {...(startsHere && { ref: focusOnMount })}
              autoComplete="off"
              spellCheck={false}
              value={draft.name}
              onChange={({ target }) => position({ name: target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Comment" hint="Optional" error={errors['comment']}>
        {(control) => (
          <Input
            {...control}
            value={draft.comment ?? ''}
            onChange={({ target }) => set({ comment: target.value === '' ? null : target.value })}
          />
        )}
      </Field>
    </section>
  )
}

function ForeignKeys(props: TableFormProps) {
  const { projectRef, tableId, draft, errors, existingKeys, onChange } = props
  const [added, setAdded] = useState<string>()
  return (
    <section aria-label="Foreign keys" className="flex flex-col gap-2">
      <h3 className="font-medium">Foreign keys</h3>
      {draft.foreign_keys.length === 0 && (
        <p className="text-xs text-ink-faint">
          A foreign key ensures that a value exists in another table.
        </p>
      )}
      {draft.foreign_keys.map((one, at) => (
        <ForeignKeyForm
          key={one.key}
          projectRef={projectRef}
          tableId={tableId}
          draft={draft}
          draftKey={one}
          errors={errorsAt(errors, `foreign_keys.${at}.`)}
          isFresh={one.key === added}
          isExisting={one.name !== null && existingKeys.has(one.name)}
          onChange={(more) => onChange((now) => withForeignKey(now, one.key, more))}
          onRemove={() => onChange((now) => withForeignKey(now, one.key, null))}
        />
      ))}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => {
          const key = newKey()
          setAdded(key.key)
          onChange((now) => ({ ...now, foreign_keys: [...now.foreign_keys, key] }))
        }}
      >
        Add foreign key
      </Button>
    </section>
  )
}
