import { type FunctionRow } from '@basalt/contract/database/objects/functions'
import type { FunctionArgument, FunctionDesign } from '@basalt/pg-model'
import { useState } from 'react'

import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Input, Select, Textarea } from '../../../../ui/Input.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { SqlText } from '../../../../ui/SqlText.tsx'
import type { ReadObject } from '../../model/object-kind.ts'
import { type CallValue, callStatement, listInputs, startValues } from './call-statement.ts'
import { CallResult } from './CallResult.tsx'
import { useCall } from './use-call.ts'

type Props = {
  object: ReadObject<FunctionRow, FunctionDesign>
  projectRef: string
  onClose: () => void
}

/** Calls the function with typed arguments, in a transaction that is rolled back. */
export function RunForm({ object: { row, design }, projectRef, onClose }: Props) {
  const [values, setValues] = useState(() => startValues(design))
  const [timeoutMs, setTimeoutMs] = useState(10_000)
  const [isKept, setIsKept] = useState(false)
  const { run, start, cancel, decide } = useCall(projectRef)
  const statement = callStatement(design, values)
  const isTrigger = row.returns === 'trigger' || row.returns === 'event_trigger'
  const isBusy = run?.state === 'running'
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={`Run ${design.name}`}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={isBusy ? cancel : onClose}>
            {isBusy ? 'Cancel' : 'Close'}
          </Button>
          <Button
            size="large"
            variant="primary"
            keys="mod+enter"
            isPending={isBusy}
            disabledReason={getObstacle({ isTrigger, isHeld: run?.state === 'held' })}
            onClick={() => void start({ ...statement, timeoutMs, isKept })}
          >
            Run
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {isTrigger && (
          <Notice tone="info">Only triggers call it. Change a row of a table that has one.</Notice>
        )}
        {listInputs(design).map((argument, at) => (
          <ArgumentField
            key={at}
            argument={argument}
            number={at + 1}
            value={values[at] ?? { choice: 'null', text: '' }}
            onChange={(value) => setValues(values.with(at, value))}
          />
        ))}
        <TimeField timeoutMs={timeoutMs} onChange={setTimeoutMs} />
        <Checkbox
          label="Keep the transaction open"
          help="You can commit or roll back after the run, for up to five minutes. Locks are held until then. Otherwise the changes are rolled back at once."
          isChecked={isKept}
          onChange={setIsKept}
        />
        <SqlText label="Statement" sql={`${statement.query};`} />
        {run !== undefined && <CallResult run={run} onDecide={decide} />}
      </div>
    </Dialog>
  )
}

type TimeProps = { timeoutMs: number; onChange: (ms: number) => void }

function TimeField({ timeoutMs, onChange }: TimeProps) {
  return (
    <Field label="Time limit">
      {(control) => (
        <Select
          {...control}
          size="large"
          value={timeoutMs}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          <option value={10_000}>10 seconds</option>
          <option value={60_000}>1 minute</option>
          <option value={600_000}>10 minutes</option>
        </Select>
      )}
    </Field>
  )
}

function getObstacle({ isTrigger, isHeld }: { isTrigger: boolean; isHeld: boolean }) {
  if (isTrigger) return 'Only triggers call this function'
  return isHeld ? 'Commit or roll back the open transaction first' : undefined
}

type ArgumentProps = {
  argument: FunctionArgument
  number: number
  value: CallValue
  onChange: (value: CallValue) => void
}

function ArgumentField({ argument, number, value, onChange }: ArgumentProps) {
  const { name, type } = argument
  const label = name === '' ? `Argument ${number}` : name
  return (
    <Field label={label} hint={<code className="font-mono">{type}</code>}>
      {(control) => (
        <div className="flex items-start gap-2">
          <Select
            className="w-28 flex-none"
            size="large"
            aria-label={`Value type of ${label}`}
            value={value.choice}
            onChange={({ target }) =>
              // The options below.
              onChange({ ...value, choice: target.value as CallValue['choice'] })
            }
          >
            <option value="value">Value</option>
            <option value="null">NULL</option>
            {argument.default !== null && <option value="default">Default</option>}
          </Select>
          {value.choice === 'value' ? (
            <ValueInput
              {...control}
              type={type}
              text={value.text}
              onChange={(text) => onChange({ ...value, text })}
            />
          ) : (
            <code className="min-w-0 flex-1 truncate py-1.5 font-mono text-xs text-ink-soft">
              {value.choice === 'null' ? 'NULL' : argument.default}
            </code>
          )}
        </div>
      )}
    </Field>
  )
}

type ValueProps = { id: string; type: string; text: string; onChange: (text: string) => void }

const numbers = /^(?:smallint|integer|bigint|numeric|real|double precision)$/u
const isLong = (type: string): boolean => /^(?:jsonb?|xml)$|\[\]$/u.test(type)

/** Always a text for PostgreSQL to read; the type decides how it is entered. */
function ValueInput({ type, text, onChange, ...control }: ValueProps) {
  if (type === 'boolean') {
    return (
      <Select
        {...control}
        className="flex-1"
        size="large"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      >
        <option>true</option>
        <option>false</option>
      </Select>
    )
  }
  const shared = {
    ...control,
    spellCheck: false,
    value: text,
    placeholder: type.endsWith('[]') ? '{one,two}' : undefined,
    className: 'font-mono text-xs',
  }
  if (isLong(type)) {
    return <Textarea {...shared} rows={3} onChange={({ target }) => onChange(target.value)} />
  }
  return (
    <Input
      {...shared}
      size="large"
      inputMode={numbers.test(type) ? 'decimal' : 'text'}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
