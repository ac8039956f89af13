import { databaseViewers } from '@basalt/contract/database/viewers'
import type { RowViewer, ViewerRoles } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'

import { printClaims, readClaims } from '../../../lib/forms/claims-text.ts'
import { query } from '../../../lib/network/api.ts'
import { ClaimsField } from '../../../product/ClaimsField.tsx'
import { RoleSetup } from '../../../product/RoleSetup.tsx'
import { UserByEmail } from '../../../product/UserByEmail.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ToolPopover } from '../../../ui/ToolPopover.tsx'

type Props = {
  projectRef: string
  trigger: ReactElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  viewer: RowViewer | undefined
  onChange: (viewer: RowViewer | undefined) => void
}

/** The roles to choose from, with the claims of the user that a request would carry. */
export function ViewerPopover({ projectRef, viewer, onChange, ...popover }: Props) {
  const roles = useQuery(query(databaseViewers.list, { params: { ref: projectRef } }))
  return (
    <ToolPopover label="View as" width="w-[400px]" {...popover}>
      <div className="flex flex-col gap-3 p-3">
        <p className="text-ink-soft">
          View the rows that policies make visible to another role. They are read-only in this view.
        </p>
        {roles.data !== undefined && (
          <ViewerForm
            projectRef={projectRef}
            roles={roles.data}
            viewer={viewer}
            onChange={onChange}
          />
        )}
        {roles.data === undefined && roles.error !== null && (
          <ErrorPanel
            title="The roles could not be loaded"
            error={roles.error}
            onRetry={() => void roles.refetch()}
          />
        )}
        {roles.isLoading && <Skeleton className="h-8" />}
      </div>
    </ToolPopover>
  )
}

type FormProps = Pick<Props, 'projectRef' | 'viewer' | 'onChange'> & { roles: ViewerRoles }

function ViewerForm({ projectRef, roles, viewer, onChange }: FormProps) {
  const others = roles.roles.filter(({ name }) => name !== 'postgres')
  const [chosen, setRole] = useState(viewer?.role)
  // Roles may be made while the form is open: the first one is chosen once it is there.
  const role = chosen ?? others[0]?.name ?? ''
  const [text, setText] = useState(printClaims(viewer?.claims))
  const [fault, setFault] = useState<string>()

  function write(next: string) {
    setText(next)
    setFault(undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readClaims(text)
    setFault(read.fault)
    if (read.fault === undefined)
      onChange({ role, ...(read.claims !== undefined && { claims: read.claims }) })
  }

  return (
    <>
      {roles.setup_sql !== null && <RoleSetup projectRef={projectRef} sql={roles.setup_sql} />}
      {others.length > 0 && (
        <form className="flex flex-col gap-3" onSubmit={submit}>
          <RoleField roles={others} role={role} onChange={setRole} />
          <UserByEmail projectRef={projectRef} onFound={write} />
          <ClaimsField text={text} fault={fault} onChange={write} />
          <div className="flex gap-2">
            <Button type="submit" variant="primary">
              View rows
            </Button>
            {viewer !== undefined && (
              <Button onClick={() => onChange(undefined)}>View as yourself</Button>
            )}
          </div>
        </form>
      )}
    </>
  )
}

type RoleProps = { roles: ViewerRoles['roles']; role: string; onChange: (role: string) => void }

function RoleField({ roles, role, onChange }: RoleProps) {
  const isFree = roles.find(({ name }) => name === role)?.bypasses_policies === true
  return (
    <Field
      label="Role"
      help={
        isFree ? 'This role bypasses policies' : 'Grants and policies decide which rows it can read'
      }
    >
      {(control) => (
        <Select {...control} value={role} onChange={(event) => onChange(event.target.value)}>
          {roles.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
