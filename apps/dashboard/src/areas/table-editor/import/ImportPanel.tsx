import { databaseImports } from '@basalt/contract/database/imports'
import type { TableDetail } from '@basalt/contract/database/tables'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { plural } from '../../../lib/format/format.ts'
import { call } from '../../../lib/network/api.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { tableQuery } from '../tables/queries.ts'
import { ColumnPlan } from './ColumnPlan.tsx'
import { runImport } from './import-job.ts'
import {
  getFault,
  importBody,
  neededColumns,
  newTable,
  type Plan,
  suggestPlan,
} from './import-plan.ts'
import { closeImport, type ImportRequest, requestImport } from './import-request.ts'
import { ImportOptions } from './ImportOptions.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { detectReading, type Inspection, type Reading } from './inspect.ts'
import { NewTableSql } from './NewTableSql.tsx'
import { ReadingFields } from './ReadingFields.tsx'
import { SourcePicker } from './SourcePicker.tsx'
import { keepForm, storedForm } from './stored-form.ts'
import { useInspection } from './use-inspection.ts'

type Props = {
  projectRef: string
  request: ImportRequest
  /** The table that is open, 0 where none is. */
  over: number
}

/** One page from a file to rows: its source, its content, its target. */
export function ImportPanel({ projectRef, request, over }: Props) {
  const formId = useId()
  const form = useImportForm({ projectRef, request, over })
  const { file, table, target, reading, examined: inspected, found, plan, begin, fault } = form

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const isReady = file !== null && reading !== null && found !== null && plan !== null
    if (isReady && fault === undefined && !begin.isPending) {
      begin.mutate({ file, reading, found, plan })
    }
  }

  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={target === null ? 'Import a new table' : `Import into ${target.name}`}
      onClose={closeImport}
      footer={
        <Footer
          formId={formId}
          label={found === null ? 'Import' : `Import ${plural(found.rows, 'row')}`}
          isPending={begin.isPending}
          fault={fault}
        />
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of a form */}
      <form
        id={formId}
        className="flex flex-col gap-5"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
        }}
      >
        {begin.error !== null && <Notice tone="bad" title={begin.error.message} />}
        <SourcePicker file={file} onChoose={form.setFile} />
        {file !== null && reading !== null && (
          <ReadingFields reading={reading} onChange={form.setReading} />
        )}
        {file !== null && reading !== null && <Inspected state={inspected} file={file} />}
        {table !== undefined && (
          <IntoChoice table={table} isIntoNew={target === null} onChange={form.setIsIntoNew} />
        )}
        {found !== null && plan !== null && (
          <>
            <ColumnPlan {...{ found, target, plan }} onChange={form.setPlan} />
            <NeededColumns names={neededColumns(plan, target)} />
            <ImportOptions {...{ target, plan }} onChange={form.setPlan} />
            {target === null && (
              <NewTableSql projectRef={projectRef} table={newTable(plan, getSchema(projectRef))} />
            )}
            <ImportPreview found={found} />
          </>
        )}
      </form>
    </Dialog>
  )
}

function NeededColumns({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const isOne = names.length === 1
  return (
    <Notice
      tone="warn"
      title={`${inWords(names)} ${isOne ? 'is' : 'are'} NOT NULL and ${isOne ? 'has' : 'have'} no default`}
    >
      {`Map ${isOne ? 'it' : 'them'} to a column of the file, or every row is rejected.`}
    </Notice>
  )
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** Everything that is chosen on the panel. */
function useImportForm({ projectRef, request, over }: Props) {
  // All state is stored, because the panel may be remounted.
  const file = request.file ?? null
  const setFile = (next: File | null) => requestImport({ ...request, file: next ?? undefined })
  const kept = storedForm(file)
  const [isIntoNew, setIsIntoNew] = useState(
    request.tableId === undefined || (kept !== undefined && kept.targetId === undefined),
  )
  const { data: table, isLoading } = useQuery({
    ...tableQuery(projectRef, request.tableId ?? 0),
    enabled: request.tableId !== undefined,
  })
  const target = isIntoNew ? null : (table ?? null)
  const names = isLoading ? undefined : (table?.columns.map(({ name }) => name) ?? [])
  const [reading, setReading] = useReading(file, names)
  const inspected = useInspection(file, reading)
  const found = inspected.status === 'ready' ? inspected.result : null
  const [plan, setPlan] = usePlan(found, target, file)
  const begin = useBegin({ projectRef, over }, target)
  const denied = useDenied(
    isIntoNew ? databaseImports.beginNew : databaseImports.begin,
    isIntoNew ? 'create tables' : 'insert rows',
  )
  const fault = denied ?? (plan === null ? 'Choose a file first' : getFault(plan, target))
  const setters = { setFile, setIsIntoNew, setReading, setPlan }
  return {
    file,
    table,
    target,
    reading,
    examined: inspected,
    found,
    plan,
    begin,
    fault,
    ...setters,
  }
}

type FooterProps = {
  formId: string
  label: string
  isPending: boolean
  fault: string | undefined
}

function Footer({ formId, label, isPending, fault }: FooterProps) {
  return (
    <>
      <Button size="large" onClick={closeImport}>
        Cancel
      </Button>
      <Button
        size="large"
        variant="primary"
        keys="mod+enter"
        type="submit"
        form={formId}
        isPending={isPending}
        disabledReason={fault}
      >
        {label}
      </Button>
    </>
  )
}

/** The schema whose tables are listed. */
const getSchema = (ref: string) => storage.lastSchema(ref).get() ?? 'public'

type Begin = { file: File; reading: Reading; found: Inspection; plan: Plan }

function useBegin(
  { projectRef: ref, over }: Pick<Props, 'projectRef' | 'over'>,
  target: TableDetail | null,
) {
  return useMutation({
    mutationFn: async ({ file, reading, found, plan }: Begin) => {
      keepForm(file, { reading, plan, targetId: target?.id })
      const body = importBody(plan, reading, found)
      const started =
        target === null
          ? await call(databaseImports.beginNew, {
              params: { ref },
              body: { ...body, table: newTable(plan, getSchema(ref)) },
            })
          : await call(databaseImports.begin, {
              params: { ref, id: target.id },
              body: { ...body, on_conflict: plan.onConflict },
            })
      // The panel is replaced by the report.
      void runImport({ ref, file, over }, started)
    },
  })
}

/**
 * The dialect of the file, detected and then corrected by the user. The names of the table's
 * columns are awaited.
 */
function useReading(file: File | null, names: readonly string[] | undefined) {
  const [known, setKnown] = useState<{ file: File; reading: Reading } | null>(null)
  const detect = useEffectEvent(
    async (of: File) => storedForm(of)?.reading ?? detectReading(of, names),
  )
  const isReady = names !== undefined
  useEffect(() => {
    if (file === null || !isReady) return undefined
    let isCurrent = true
    void detect(file).then((reading) => isCurrent && setKnown({ file, reading }))
    return () => {
      isCurrent = false
    }
  }, [file, isReady])
  const reading = known !== null && known.file === file ? known.reading : null
  const change = (next: Reading) => file !== null && setKnown({ file, reading: next })
  return [reading, change] as const
}

/** A suggestion for the detected columns, or the earlier choice, and the user's changes. */
function usePlan(found: Inspection | null, target: TableDetail | null, file: File | null) {
  const [known, setKnown] = useState<{ of: unknown[]; plan: Plan } | null>(null)
  const of = [found, target?.id]
  const isKnown = known !== null && known.of.every((part, at) => part === of[at])
  const plan = isKnown ? known.plan : found === null ? null : beginning(found, target, file)
  return [plan, (next: Plan) => setKnown({ of, plan: next })] as const
}

function beginning(found: Inspection, target: TableDetail | null, file: File | null): Plan {
  const kept = storedForm(file)
  const isMatching =
    kept?.targetId === target?.id && kept?.plan.columns.length === found.columns.length
  return kept !== undefined && isMatching ? kept.plan : suggestPlan(found, target, file?.name ?? '')
}

type InspectedProps = { state: ReturnType<typeof useInspection>; file: File }

function Inspected({ state, file }: InspectedProps) {
  if (state.status === 'failed') return <Notice tone="bad" title={state.message} />
  if (state.status === 'reading') {
    const label = `Reading the file: ${formatBytes(state.bytes)} of ${formatBytes(file.size)}`
    return (
      <div className="flex items-center gap-3 text-ink-soft">
        <ProgressBar label={label} className="flex-1" max={file.size} value={state.bytes} />
        <span className="tabular text-xs">{label}</span>
      </div>
    )
  }
  const { rows, faults, columns } = state.result
  return (
    <output className="text-ink-soft">
      {`${plural(rows, 'row')}, ${plural(columns.length, 'column')}, ${formatBytes(file.size)}.`}
      {faults > 0 &&
        ` ${plural(faults, 'row')} cannot be parsed and will be shown after the import.`}
    </output>
  )
}

type IntoProps = {
  table: TableDetail
  isIntoNew: boolean
  onChange: (isIntoNew: boolean) => void
}

function IntoChoice({ table, isIntoNew, onChange }: IntoProps) {
  const name = useId()
  const choices = [
    { label: `Into ${table.name}`, value: false },
    { label: 'Into a new table', value: true },
  ]
  return (
    <fieldset className="flex flex-wrap gap-4">
      <legend className="sr-only">Destination</legend>
      {choices.map(({ label, value }) => (
        <label key={label} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={isIntoNew === value}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
