import { logFacetFields, logSourceNames } from '@basalt/contract/logs/logs'
import {
  type ReportBlock,
  reportLimits,
  reportMetrics,
} from '@basalt/contract/observability/reports'
import { homeBlocks } from '@basalt/contract/project/home-blocks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useCan } from '../../../lib/access/access.tsx'
import { blocksQuery } from '../../../product/home-blocks/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select, Textarea } from '../../../ui/Input.tsx'
import { metricTitles, sourceNames } from './report-blocks.ts'

type Props = {
  projectRef: string
  /** The block that is changed; without one a block is added. */
  block: ReportBlock | undefined
  onSave: (block: ReportBlock) => void
  onClose: () => void
}

type Kind = ReportBlock['kind']

const kindNames: Readonly<Record<Kind, string>> = {
  metric: 'Chart',
  top: 'Most frequent values',
  query: 'Pinned result',
  text: 'Text',
}

type Draft = { [Name in Kind]: Extract<ReportBlock, { kind: Name }> }

/** Of every kind, so that values stay while another kind is tried. */
function getDraft(block: ReportBlock | undefined): Draft {
  const { id, width } = block ?? { id: crypto.randomUUID(), width: 'half' as const }
  const placed = { id, width }
  const draft: Draft = {
    metric: { ...placed, kind: 'metric', metric: 'requests' },
    top: { ...placed, kind: 'top', source: 'edge_logs', field: 'path' },
    query: { ...placed, kind: 'query', home_block_id: '' },
    text: { ...placed, kind: 'text', text: '' },
  }
  return block === undefined ? draft : { ...draft, [block.kind]: block }
}

/** Adds a block to a page, or changes one. */
export function BlockDialog({ projectRef, block, onSave, onClose }: Props) {
  const [kind, setKind] = useState<Kind>(block?.kind ?? 'metric')
  const [draft, setDraft] = useState(() => getDraft(block))
  const [error, setError] = useState<string>()
  const change: Change = (name, part) => {
    setError(undefined)
    setDraft({ ...draft, [name]: { ...draft[name], ...part } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = findFault(draft[kind])
    setError(fault)
    if (fault !== undefined) return
    onSave(draft[kind])
    onClose()
  }
  const label = block === undefined ? 'Add block' : 'Save'
  return (
    <Dialog isOpen onClose={onClose} title={block === undefined ? 'Add block' : 'Edit block'}>
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <Choice
          label="Show"
          value={kind}
          options={Object.entries(kindNames)}
          onChange={(name) => {
            setError(undefined)
            // The options are the kinds.
            setKind(name as Kind)
          }}
        />
        <KindFields
          projectRef={projectRef}
          kind={kind}
          draft={draft}
          error={error}
          onChange={change}
        />
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="large" variant="primary">
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Change = <Name extends Kind>(name: Name, part: Partial<Draft[Name]>) => void

type FieldsProps = {
  projectRef: string
  kind: Kind
  draft: Draft
  error: string | undefined
  onChange: Change
}

/** The settings of a kind of block. The options of each choice are the values of its type. */
function KindFields({ projectRef, kind, draft, error, onChange }: FieldsProps) {
  if (kind === 'metric') {
    return (
      <Choice
        label="Chart"
        value={draft.metric.metric}
        options={reportMetrics.map((name) => [name, metricTitles[name]])}
        onChange={(metric) => onChange('metric', { metric: metric as Draft['metric']['metric'] })}
      />
    )
  }
  if (kind === 'top') return <TopFields draft={draft.top} onChange={onChange} />
  if (kind === 'query') {
    return (
      <PinnedChoice
        projectRef={projectRef}
        value={draft.query.home_block_id}
        error={error}
        onChange={(id) => onChange('query', { home_block_id: id })}
      />
    )
  }
  return (
    <Field label="Text" error={error}>
      {(control) => (
        <Textarea
          {...control}
          rows={6}
          value={draft.text.text}
          onChange={({ target }) => onChange('text', { text: target.value })}
        />
      )}
    </Field>
  )
}

const countedFields = logFacetFields.filter((name) => name !== 'source')

const TopFields = ({ draft, onChange }: { draft: Draft['top']; onChange: Change }) => (
  <>
    <Choice
      label="Logs"
      value={draft.source}
      options={logSourceNames.map((name) => [name, sourceNames[name] ?? name])}
      onChange={(source) => onChange('top', { source: source as Draft['top']['source'] })}
    />
    <Choice
      label="Field"
      value={draft.field}
      options={countedFields.map((name) => [name, name])}
      onChange={(field) => onChange('top', { field: field as Draft['top']['field'] })}
    />
  </>
)

function findFault(block: ReportBlock): string | undefined {
  if (block.kind === 'query' && block.home_block_id === '') return 'Choose a pinned result'
  if (block.kind !== 'text') return undefined
  if (block.text.trim() === '') return 'Enter a text'
  const { length } = block.text
  const { textLength } = reportLimits
  return length > textLength
    ? `Use at most ${textLength} characters; this text has ${length}`
    : undefined
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [id: string, name: string])[]
  error?: string | undefined
  help?: string | undefined
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, error, help, onChange }: ChoiceProps) => (
  <Field label={label} error={error} help={help}>
    {(control) => (
      <Select
        {...control}
        size="large"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

type PinnedProps = {
  projectRef: string
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

function PinnedChoice({ projectRef, value, error, onChange }: PinnedProps) {
  const isAllowed = useCan(homeBlocks.list)
  const { data = [] } = useQuery({ ...blocksQuery(projectRef), enabled: isAllowed })
  return (
    <Choice
      label="Pinned result"
      value={value}
      error={error}
      help="Results of saved queries are pinned to the project home in the SQL editor."
      options={[['', 'Choose'], ...data.map(({ id, title }) => [id, title] as const)]}
      onChange={onChange}
    />
  )
}
