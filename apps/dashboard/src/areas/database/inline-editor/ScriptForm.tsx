import type { ScriptEffect } from '@basalt/contract/database/object-scripts'
import { SquareTerminal } from 'lucide-react'
import { useRef } from 'react'

import { useFormGuard } from '../../../lib/forms/use-form-guard.ts'
import { parseSearch } from '../../../lib/location.ts'
import { useNewQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { DiscardQuestion } from '../../../ui/DiscardQuestion.tsx'
import { Form, FormFailure } from '../../../ui/Form.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SqlField } from '../fields/SqlField.tsx'
import type { AnyKind } from '../model/object-kind.ts'
import { getScriptRoutes } from './script-routes.ts'
import { useCheck } from './use-check.ts'
import { useRun } from './use-run.ts'

export type ScriptProps = {
  kind: AnyKind
  projectRef: string
  pageId: string | undefined
  sql: string
  /** The object that the text defines; undefined for a new one. */
  of?: { id: number; version: string; subject: string; locked: string | null }
  onReload: () => unknown
}

/** The text of an object, which runs in one transaction. */
export function ScriptForm(props: ScriptProps) {
  const { kind, projectRef, of } = props
  const { form, warnings, fault: refusal } = useRun(props)
  const { sql } = form.values
  const checked = useCheck({ routes: getScriptRoutes(kind.kind), projectRef, sql })
  const fault = refusal ?? checked?.fault ?? undefined
  const isMoved = useRef(false)
  const answer = useFormGuard(() => !isMoved.current && form.hasUnsaved(), leavesEditor)
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 [--editor-max-height:none]">
        <Form form={form} isGuarded={false} className="flex flex-col gap-4">
          {of !== undefined && of.locked !== null && (
            <Notice tone="info">{of.locked}. It cannot be changed here.</Notice>
          )}
          <SqlField
            design={form.values}
            set={(part) => form.set(part)}
            errorOf={(name) => form.errors[name]}
            faultOf={() => fault}
            projectRef={projectRef}
            name="sql"
            label="SQL"
            help={`Runs in one transaction. It can create, change and drop ${kind.nouns}.`}
            rows={18}
          />
          {warnings.map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
          <Effects effects={checked?.effects ?? []} subject={of?.subject} />
          <FormFailure form={form} />
        </Form>
      </div>
      <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
        <OpenQuery
          projectRef={projectRef}
          name={of?.subject ?? `New ${kind.noun}`}
          sql={sql}
          onSaved={() => (isMoved.current = true)}
        />
        <Button
          size="large"
          variant="primary"
          keys="mod+enter"
          isPending={form.isPending}
          disabledReason={form.obstacle}
          onClick={() => form.submit()}
        >
          {warnings.length > 0 ? 'Run anyway' : 'Run'}
        </Button>
      </footer>
      {answer !== undefined && (
        <DiscardQuestion onDiscard={() => answer(false)} onKeep={() => answer(true)} />
      )}
    </>
  )
}

type QueryProps = { projectRef: string; name: string; sql: string; onSaved: () => void }

/** The text becomes a query of the SQL editor, where any statement runs. */
function OpenQuery({ projectRef, name, sql, onSaved }: QueryProps) {
  const newQuery = useNewQuery(projectRef)
  return (
    <Button
      variant="ghost"
      size="large"
      icon={SquareTerminal}
      disabledReason={newQuery.denied}
      onClick={() => newQuery.open(name, sql, onSaved)}
    >
      Open in SQL editor
    </Button>
  )
}

type Locations = Parameters<NonNullable<Parameters<typeof useFormGuard>[1]>>[0]

/** The editor closes, or opens another object. */
const leavesEditor = ({ currentLocation: from, nextLocation: to }: Locations): boolean =>
  from.pathname !== to.pathname || parseSearch(from.search)['sql'] !== parseSearch(to.search)['sql']

const verbs = { create: 'Creates', change: 'Changes', drop: 'Drops' } as const

type EffectsProps = { effects: readonly ScriptEffect[]; subject: string | undefined }

/** Known before it runs where PostgreSQL tries it without locks. */
function Effects({ effects, subject }: EffectsProps) {
  if (effects.length === 0) return null
  const isOther = subject !== undefined && effects.every((one) => one.subject !== subject)
  return (
    <ul aria-label="Effects" className="flex flex-col gap-1 text-xs text-ink-soft">
      {effects.map((one) => (
        <li key={`${one.action} ${one.subject}`} className="break-words">
          {verbs[one.action]} <code className="font-mono">{one.subject}</code>
        </li>
      ))}
      {isOther && (
        <li className="break-words text-warn">
          <code className="font-mono">{subject}</code> stays as it is
        </li>
      )}
    </ul>
  )
}
