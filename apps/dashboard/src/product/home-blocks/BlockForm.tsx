import { type HomeBlock, homeBlockLimits } from '@basalt/contract/project/home-blocks'
import type { FormEvent, ReactNode } from 'react'

import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { usedAggregate } from '../chart/aggregate.ts'
import { matchingSettings } from '../chart/chart-settings.ts'
import { ChartControls } from '../chart/ChartControls.tsx'
import type { Rows } from '../rows/value-kinds.ts'
import {
  type BlockDraft,
  getAppearance,
  type AppearanceKind,
  refreshLabels,
} from './block-draft.ts'
import { BlockView } from './BlockView.tsx'

type Props = {
  draft: BlockDraft
  onChange: (part: Partial<BlockDraft>) => void
  /** The rows for the preview of the block; undefined before the first read. */
  rows: Rows | undefined
  submitLabel: string
  isPending: boolean
  error: string | undefined
  titleError: string | undefined
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

const appearanceLabels: Record<AppearanceKind, string> = {
  chart: 'Chart',
  table: 'Table of the first rows',
  figure: 'Single figure',
}
const kinds: readonly AppearanceKind[] = ['chart', 'table', 'figure']

const formId = 'home-block-form'

/** Title, look, values and schedule of a block, with a preview below. */
export function BlockForm(props: Props) {
  const { draft, onChange, rows, children } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <div className="flex flex-col gap-4">
      {props.error !== undefined && <FormAlert key={props.error}>{props.error}</FormAlert>}
      <form id={formId} noValidate className="grid gap-4 tablet:grid-cols-2" onSubmit={submit}>
        <Field label="Title" error={props.titleError}>
          {(control) => (
            <Input
              {...control}
              size="large"
              value={draft.title}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          )}
        </Field>
        <Refreshed draft={draft} onChange={onChange} />
        <Appearance draft={draft} onChange={onChange} rows={rows} />
        <Values draft={draft} onChange={onChange} />
        {children}
      </form>
      {rows !== undefined && <Preview draft={draft} onChange={onChange} rows={rows} />}
      {/* X Extends to the edge of the dialog, over its padding. */}
      <div className="sticky flex justify-end gap-2 bg-raised py-3" style={{ bottom: '-1rem' }}>
        <Button size="large" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={formId}
          size="large"
          variant="primary"
          isPending={props.isPending}
        >
          {props.submitLabel}
        </Button>
      </div>
    </div>
  )
}

type PartProps = Pick<Props, 'draft' | 'onChange'>

function Refreshed({ draft, onChange }: PartProps) {
  return (
    <Field
      label="Refresh"
      help={
        draft.refreshed === 'hand'
          ? 'Shows the last result.'
          : `Stops while the project is paused, or after ${homeBlockLimits.unseenDays} days without a view.`
      }
    >
      {(control) => (
        <Select
          {...control}
          size="large"
          value={draft.refreshed}
          onChange={({ target }) => onChange({ refreshed: target.value as HomeBlock['refreshed'] })}
        >
          {Object.entries(refreshLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Appearance({ draft, onChange, rows }: PartProps & Pick<Props, 'rows'>) {
  return (
    <Field label="Show as">
      {(control) => (
        <Select
          {...control}
          size="large"
          value={draft.look.kind}
          onChange={({ target }) =>
            onChange({
              look: getAppearance(target.value as AppearanceKind, draft.look, rows?.fields ?? []),
            })
          }
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {appearanceLabels[kind]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Values({ draft: { values }, onChange }: PartProps) {
  const set = (name: string, value: string | null) =>
    onChange({ values: values.map((one) => (one.name === name ? { name, value } : one)) })
  return values.map(({ name, value }) => (
    <Field
      key={name}
      label={name.startsWith('$') ? name : `:${name}`}
      hint={
        <label className="flex items-center gap-1.5">
          <input
            type="checkbox"
            checked={value === null}
            onChange={({ target }) => set(name, target.checked ? null : '')}
          />
          NULL
        </label>
      }
    >
      {(control) => (
        <Input
          {...control}
          size="large"
          disabled={value === null}
          value={value ?? ''}
          onChange={({ target }) => set(name, target.value)}
        />
      )}
    </Field>
  ))
}

function Preview({ draft, onChange, rows }: PartProps & { rows: Rows }) {
  const { look: appearance } = draft
  const settings =
    appearance.kind === 'chart'
      ? matchingSettings(JSON.stringify(appearance.chart), rows.fields)
      : undefined
  return (
    <div className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line desktop:flex-row">
      {settings !== undefined && (
        <ChartControls
          rows={rows}
          settings={settings}
          aggregate={usedAggregate(rows, settings)}
          onChange={(part) => {
            const { ys, ...chart } = { ...settings, ...part }
            onChange({ look: { kind: 'chart', chart: { ...chart, ys: [...ys] } } })
          }}
        />
      )}
      <div className="flex h-72 min-w-0 flex-1 flex-col py-2">
        <BlockView title={draft.title} appearance={appearance} rows={rows} isCut={false} />
      </div>
    </div>
  )
}
