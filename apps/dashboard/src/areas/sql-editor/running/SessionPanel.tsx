import type { SessionState } from '@basalt/contract/database/sessions'
import { databaseViewers } from '@basalt/contract/database/viewers'
import type { RowViewer } from '@basalt/pg-model'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { readClaims } from '../../../lib/forms/claims-text.ts'
import { query } from '../../../lib/network/api.ts'
import { ClaimsField } from '../../../product/ClaimsField.tsx'
import { RoleSetup } from '../../../product/RoleSetup.tsx'
import { UserByEmail } from '../../../product/UserByEmail.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Select } from '../../../ui/Input.tsx'
import { ToolPopover } from '../../../ui/ToolPopover.tsx'
import type { Runs } from '../runs/use-runs.ts'
import { Elapsed } from './Elapsed.tsx'
import { useOwnRole } from './own-role.ts'

type Props = {
  projectRef: string
  runs: Runs
  trigger: ReactElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The session of this query's runs: its role, its limits, its state. */
export function SessionPanel({ projectRef, runs, ...popover }: Props) {
  const { settings } = runs.habits
  const change = (next: Partial<typeof settings>) =>
    runs.runs.changePreferences({ settings: { ...settings, ...next } })
  return (
    <ToolPopover label="Session" width="w-[380px]" {...popover}>
      <div className="flex flex-col gap-3 p-3">
        <RoleFields
          projectRef={projectRef}
          viewer={settings.as}
          claims={runs.habits.claims}
          onChange={(as, claims) =>
            runs.runs.changePreferences({ settings: { ...settings, as }, claims })
          }
        />
        <Field label="Statement timeout">
          {(control) => (
            <Select
              {...control}
              value={settings.statement_timeout_ms ?? 0}
              onChange={({ target }) => change({ statement_timeout_ms: Number(target.value) })}
            >
              {timeouts.map(([ms, words]) => (
                <option key={ms} value={ms}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={settings.read_only === true}
            onChange={({ target }) => change({ read_only: target.checked })}
          />
          <span>
            Read only
            <span className="block text-ink-soft">
              PostgreSQL rejects every write, and each statement is its own transaction.
            </span>
          </span>
        </label>
        <Others />
        <Stored runs={runs} />
      </div>
    </ToolPopover>
  )
}

const second = 1000
const timeouts = [
  [0, 'None'],
  [10 * second, '10 seconds'],
  [60 * second, '1 minute'],
  [600 * second, '10 minutes'],
  [3600 * second, '1 hour'],
] as const

type RoleProps = {
  projectRef: string
  viewer: RowViewer | undefined
  /** As typed. They are kept while another role is tried. */
  claims: string
  onChange: (viewer: RowViewer | undefined, claims: string) => void
}

function RoleFields({ projectRef, viewer, claims: text, onChange }: RoleProps) {
  const { data } = useQuery({
    ...query(databaseViewers.list, { params: { ref: projectRef } }),
    // A run may have made roles since.
    refetchOnMount: 'always',
  })
  const ownRole = useOwnRole()
  const names = (data?.roles ?? []).map(({ name }) => name).filter((name) => name !== 'postgres')
  const shown = [...new Set([...names, ...(viewer === undefined ? [] : [viewer.role])])]

  const seenAs = (role: string, next: string) =>
    onChange(role === '' ? undefined : { role, ...withClaims(readClaims(next).claims) }, next)

  return (
    <>
      <Field
        label="Role"
        help={
          viewer === undefined ? undefined : 'Access depends on its grants and on table policies'
        }
      >
        {(control) => (
          <Select
            {...control}
            value={viewer?.role ?? ''}
            onChange={({ target }) => seenAs(target.value, text)}
          >
            <option value="">{ownRole}</option>
            {shown.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      {data !== undefined && data.setup_sql !== null && (
        <details>
          <summary className="text-ink-soft">
            Roles for an application are missing: create them
          </summary>
          <div className="mt-2">
            <RoleSetup projectRef={projectRef} sql={data.setup_sql} />
          </div>
        </details>
      )}
      {viewer !== undefined && (
        <>
          <UserByEmail projectRef={projectRef} onFound={(next) => seenAs(viewer.role, next)} />
          <ClaimsField
            text={text}
            fault={readClaims(text).fault}
            onChange={(next) => seenAs(viewer.role, next)}
          />
        </>
      )}
    </>
  )
}

const withClaims = (claims: RowViewer['claims']) => (claims === undefined ? {} : { claims })

/** Who else can see the runs. */
function Others() {
  const isShared = useOwnRole() === 'postgres'
  return (
    <p className="text-ink-soft">
      {isShared
        ? "Members with write access share the role postgres: they can see and cancel each other's statements."
        : 'You have your own login: other read-only members cannot see or cancel your statements.'}
    </p>
  )
}

/** The session's state, and the button that closes the session. */
function Stored({ runs: { run, runs } }: { runs: Runs }) {
  const close = useMutation({ mutationFn: () => runs.close() })
  const session = run?.session
  const since = session?.since ?? null
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="text-ink-soft">{storedWords(session)}</p>
      {since !== null && (
        <p>
          A transaction is open for <Elapsed at={since} />.
        </p>
      )}
      {close.error !== null && <FormAlert>{close.error.message}</FormAlert>}
      {session !== undefined && session.state !== 'none' && (
        <Button className="self-start" isPending={close.isPending} onClick={() => close.mutate()}>
          End session
        </Button>
      )}
    </div>
  )
}

function storedWords(session: SessionState | undefined): string {
  if (session === undefined || session.state === 'none')
    return 'The first run starts a session. It keeps temporary tables, settings and open transactions until you close this tab.'
  if (session.keeps.length === 0)
    return 'Nothing is kept between runs: no transaction, temporary table or setting.'
  return `The session keeps ${session.keeps.join(', ')}.`
}
