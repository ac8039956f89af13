import type { RefusedChange } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { own } from '../../../lib/forms/own.ts'
import { deletedText } from '../../../product/row-changes/sharing-values.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { Row } from '../rows/row-window.ts'
import { againstCurrent, isChanged, type RowDraft, withField } from './row-draft.ts'
import { cellQuery } from './row-panel-queries.ts'
import { RowField } from './RowField.tsx'
import type { RowFormState } from './use-row-form.ts'

type Props = {
  projectRef: string
  table: TableDetail
  form: RowFormState
  /** Of an existing row. */
  rowKey?: readonly string[] | undefined
  seen: Row | null
  /** Columns of which only the beginning is here. */
  cut: ReadonlySet<string>
  /** Why the row is read-only. */
  readOnly: string | undefined
  submitLabel: string
  /** Offered for new rows. */
  isMore?: boolean | undefined
  onMoreChange?: ((isMore: boolean) => void) | undefined
  onClose: () => void
}

/** Fields for every column of a row, and its errors. */
export function RowForm(props: Props) {
  const { table, form } = props
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const { refused } = form
  useEffect(() => {
    element.current?.querySelector<HTMLElement>(':is(textarea:not([readonly]), select)')?.focus()
  }, [])

  return (
    <>
      <form
        ref={element}
        id={formId}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          form.submit()
        }}
      >
        {props.readOnly !== undefined && <Notice tone="info" title={props.readOnly} />}
        {form.isKept && <StoredNotice onRemove={() => form.forget()} />}
        {form.conflict !== undefined && (
          <ConflictNotice table={table} form={form} current={form.conflict} />
        )}
        {form.failure !== undefined && <Notice tone="bad" title={form.failure} />}
        {refused !== undefined && refused.column === undefined && <Refusal refused={refused} />}
        <Fields {...props} />
      </form>
      <Footer {...props} formId={formId} />
    </>
  )
}

function Fields(props: Props) {
  const { projectRef, table, form, seen, cut } = props
  const full = useFullValues(props)
  const storedByColumn = new Map(
    table.columns.map(({ name }, at) => [
      name,
      seen === null ? undefined : (full.values.get(name) ?? seen[at] ?? null),
    ]),
  )
  const adjacent = {
    values: new Map([
      ...storedByColumn,
      ...Object.entries(form.draft).map(([name, { value }]) => [name, value] as const),
    ]),
    write: (values: Readonly<Record<string, string>>) =>
      form.change(
        Object.entries(values).reduce<RowDraft>(
          (draft, [name, value]) =>
            withField(draft, name, { value, stored: storedByColumn.get(name) }),
          form.draft,
        ),
      ),
  }
  return table.columns.map((column) => {
    const { name } = column
    const field = own(form.draft, name)
    const stored = storedByColumn.get(name)
    const isCut = cut.has(name) && !full.values.has(name)
    return (
      <RowField
        key={name}
        projectRef={projectRef}
        column={column}
        value={field === undefined ? stored : field.value}
        stored={stored}
        isChanged={field !== undefined}
        error={form.refused?.column === name ? form.refused.message : undefined}
        reason={props.readOnly}
        onLoadFull={isCut && field === undefined ? () => full.load(name) : undefined}
        onChange={(value) => form.change(withField(form.draft, name, { value, stored }))}
        adjacent={adjacent}
        onSubmit={form.submit}
      />
    )
  })
}

function Footer({ form, formId, ...props }: Props & { formId: string }) {
  return (
    <footer className="flex flex-none items-center gap-2 border-t border-line px-4 py-3">
      {props.onMoreChange !== undefined && (
        <label className="flex min-w-0 items-center gap-2">
          <input
            type="checkbox"
            checked={props.isMore === true}
            onChange={({ target }) => props.onMoreChange?.(target.checked)}
          />
          Create more
        </label>
      )}
      <span className="flex-1" />
      <Button size="large" onClick={props.onClose}>
        {isChanged(form.draft) ? 'Cancel' : 'Close'}
      </Button>
      <Button
        size="large"
        variant="primary"
        type="submit"
        form={formId}
        keys="mod+enter"
        isPending={form.isPending}
        disabledReason={props.readOnly}
      >
        {props.submitLabel}
      </Button>
    </footer>
  )
}

/** Full values of truncated cells, loaded on demand. */
function useFullValues({ projectRef, table, rowKey }: Props) {
  const client = useQueryClient()
  const [values, setValues] = useState<ReadonlyMap<string, string | null>>(new Map())

  async function load(column: string) {
    if (rowKey === undefined) return
    try {
      const position = { column, key: rowKey }
      const options = cellQuery({ ref: projectRef, id: table.id }, position)
      const { value } = await client.fetchQuery({ ...options, staleTime: 0 })
      setValues((known) => new Map(known).set(column, value))
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error))
    }
  }
  return { values, load: (column: string) => void load(column) }
}

function StoredNotice({ onRemove }: { onRemove: () => void }) {
  return (
    <Notice
      tone="info"
      title="Unsaved changes from earlier"
      action={
        <Button size="small" onClick={onRemove}>
          Discard
        </Button>
      }
    />
  )
}

function Refusal({ refused }: { refused: RefusedChange }) {
  return (
    <Notice tone="bad" title={refused.message}>
      {refused.detail !== undefined && <p>{refused.detail}</p>}
      {refused.hint !== undefined && <p>{refused.hint}</p>}
    </Notice>
  )
}

type ConflictProps = { table: TableDetail; form: RowFormState; current: Row | null }

/** The current row next to the edits; nothing is saved automatically. */
function ConflictNotice({ table, form, current }: ConflictProps) {
  if (current === null)
    return <Notice tone="bad" title={`${deletedText(table)}. Your edits are kept here`} />
  const changed = table.columns.flatMap(({ name }, at) => {
    const field = own(form.draft, name)
    const now = current[at] ?? null
    return field === undefined || field.previous === now ? [] : [{ name, now }]
  })
  return (
    <Notice tone="warn" title="This row was changed by someone else">
      <ul>
        {changed.map(({ name, now }) => (
          <li key={name}>
            {name} is now <code className="font-mono text-xs">{now?.slice(0, 120) ?? 'NULL'}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button size="small" onClick={() => form.resolve(theirs(form.draft, changed), current)}>
          Use theirs
        </Button>
        <Button
          size="small"
          variant="primary"
          onClick={() => form.resolve(againstCurrent(table, form.draft, current), current)}
        >
          Keep mine
        </Button>
      </div>
    </Notice>
  )
}

function theirs(draft: RowDraft, changed: readonly { name: string }[]): RowDraft {
  const names = new Set(changed.map(({ name }) => name))
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.has(name)))
}
