import { databaseRowExports, rowFormats } from '@basalt/contract/database/row-export'
import type { RowFormat, RowView } from '@basalt/pg-model'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { plural } from '../../../lib/format/format.ts'
import { useRowCountText } from '../../../product/row-counts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { beginExport } from './export-job.ts'
import type { ExportRequest } from './export-request.ts'
import { selectedRanges } from './selected-ranges.ts'

type Scope = 'selection' | 'filter' | 'all'

const formats: Record<RowFormat, { label: string; help: string }> = {
  csv: { label: 'CSV', help: 'An empty cell is NULL; "" is an empty string.' },
  tsv: { label: 'TSV', help: 'Tab separated, for spreadsheets.' },
  sql: { label: 'SQL', help: 'INSERT statements for the rows.' },
  json: { label: 'JSON', help: 'One array of objects. Numbers keep all digits.' },
  jsonl: { label: 'JSON lines', help: 'One object per line. Numbers keep all digits.' },
}

const canHoldFormulas = (format: RowFormat) => format === 'csv' || format === 'tsv'

type Props = { request: ExportRequest; onClose: () => void }

/** The rows, columns and format of an export. */
export function ExportPanel({ request, onClose }: Props) {
  const formId = useId()
  const { scopes, scope, setScope, format, setFormat, isHarmless, setIsHarmless, ...form } =
    useExportForm(request, onClose)
  const { begin, fault, ...columns } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!begin.isPending && fault === undefined) begin.mutate()
  }

  return (
    <Dialog
      isOpen
      title={`Export rows from ${request.table.name}`}
      description="Streams a file of any size from one consistent snapshot."
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            type="submit"
            form={formId}
            isPending={begin.isPending}
            disabledReason={fault}
          >
            Export
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={submit}>
        {begin.error !== null && <Notice tone="bad" title={begin.error.message} />}
        <Choices legend="Rows" choices={scopes} chosen={scope} onChoose={setScope} />
        <Choices
          legend="Format"
          choices={rowFormats.map((value) => ({ value, ...formats[value] }))}
          chosen={format}
          onChoose={setFormat}
        />
        {canHoldFormulas(format) && <Formulas isHarmless={isHarmless} onChange={setIsHarmless} />}
        <Columns request={request} {...columns} />
      </form>
    </Dialog>
  )
}

function useExportForm(request: ExportRequest, onStarted: () => void) {
  const { projectRef: ref, table } = request
  const scopes = listScopes(request, useRowCountText(ref, table))
  const [scope, setScope] = useState<Scope>(scopes[0]?.value ?? 'all')
  const [format, setFormat] = useState<RowFormat>('csv')
  const [isHarmless, setIsHarmless] = useState(false)
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set())
  const columns = table.columns.map(({ name }) => name).filter((name) => !omitted.has(name))
  const denied = useDenied(databaseRowExports.prepare, 'read rows')
  const fault =
    denied ??
    (columns.length === 0 && table.columns.length > 0 ? 'Choose at least one column' : undefined)
  const begin = useMutation({
    mutationFn: async () => {
      const harmless = isHarmless && canHoldFormulas(format)
      const body = { format, columns, ...listRows(request, scope), ...(harmless && { harmless }) }
      await beginExport({ ref, table, body, expected: getExpected(request, scope) })
    },
    onSuccess: onStarted,
  })
  const choices = { scopes, scope, setScope, format, setFormat, omitted, setOmitted }
  return { ...choices, isHarmless, setIsHarmless, chosen: columns.length, begin, fault }
}

type Choice<Value> = { value: Value; label: string; help?: string }

function listScopes({ view, chosen }: ExportRequest, rows: string | undefined): Choice<Scope>[] {
  const { filter, where, search } = view
  const isFiltered = filter !== undefined || where !== undefined || search !== undefined
  const about = rows === undefined ? 'All rows' : `All rows, ${rows}`
  // All rows of the view are not a selection.
  const isSelection = chosen.count > 0 && !chosen.isWhole
  return [
    ...(isSelection
      ? [{ value: 'selection' as const, label: plural(chosen.count, 'selected row') }]
      : []),
    ...(isFiltered ? [{ value: 'filter' as const, label: 'Rows that match the filter' }] : []),
    { value: 'all', label: about },
  ]
}

/** The maximum number of rows that are listed; more are exported by their ranges. */
const maxNamed = 10_000

/** All rows are in the displayed order, and an impersonated role is kept. */
function listRows({ view, chosen }: ExportRequest, scope: Scope) {
  if (scope === 'filter') return { view }
  const { sort, as } = view
  const rest: RowView = {
    ...(sort !== undefined && { sort }),
    ...(as !== undefined && { as }),
  }
  if (scope === 'all') return { view: rest }
  const { keys, count } = chosen
  if (keys.length === count && count <= maxNamed)
    return { view: rest, keys: keys.map((key) => [...key]) }
  const ranges = selectedRanges(chosen)
  if (ranges === null)
    throw new Error('The first and last rows of the selection are not loaded. Select them again.')
  return { view, ranges }
}

function getExpected({ table, chosen }: ExportRequest, scope: Scope): number | null {
  if (scope === 'selection') return chosen.count
  const estimate = table.row_estimate ?? 0
  return scope === 'all' && estimate > 0 ? estimate : null
}

type ChoicesProps<Value> = {
  legend: string
  choices: readonly Choice<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, choices, chosen, onChoose } = props
  const name = useId()
  const help = choices.find(({ value }) => value === chosen)?.help
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1.5" aria-describedby={`${name}-help`}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="flex items-center gap-2 pointer-coarse:min-h-10">
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
      <p id={`${name}-help`} className="basis-full text-xs text-ink-faint">
        {help}
      </p>
    </fieldset>
  )
}

type FormulasProps = { isHarmless: boolean; onChange: (isHarmless: boolean) => void }

function Formulas({ isHarmless, onChange }: FormulasProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex items-center gap-2 pointer-coarse:min-h-10">
        <input
          type="checkbox"
          aria-describedby={id}
          checked={isHarmless}
          onChange={(event) => onChange(event.target.checked)}
        />
        Escape formulas
      </label>
      <p id={id} className="text-xs text-ink-faint">
        {isHarmless
          ? 'Values that begin with = + - @ get a leading apostrophe, so the file is not an exact copy.'
          : 'The file is an exact copy. Spreadsheets may run values that begin with = + - @ as formulas.'}
      </p>
    </div>
  )
}

type ColumnsProps = {
  request: ExportRequest
  chosen: number
  omitted: ReadonlySet<string>
  setOmitted: (names: ReadonlySet<string>) => void
}

function Columns({ request, chosen, omitted, setOmitted }: ColumnsProps) {
  const names = request.table.columns.map(({ name }) => name)
  const toggle = (name: string) => {
    const next = new Set(omitted)
    if (!next.delete(name)) next.add(name)
    setOmitted(next)
  }
  return (
    <details>
      <summary className="cursor-pointer font-medium">
        {chosen === names.length
          ? `All ${plural(names.length, 'column')}`
          : `${chosen} of ${plural(names.length, 'column')}`}
      </summary>
      <fieldset className="mt-2 flex flex-wrap gap-x-4 gap-y-1.5">
        <legend className="sr-only">Columns</legend>
        {names.map((name) => (
          <label key={name} className="flex min-w-0 items-center gap-2 pointer-coarse:min-h-10">
            <input type="checkbox" checked={!omitted.has(name)} onChange={() => toggle(name)} />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}
