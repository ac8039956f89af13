import { useSuspenseQuery } from '@tanstack/react-query'
import { FlaskConical, Table2, UsersRound } from 'lucide-react'
import { useState } from 'react'

import { previewDialog, usePreview } from '../../lib/access/previews.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { storage } from '../../lib/storage/storage.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { noDraft, type PrivilegeDraft } from './privilege-draft.ts'
import { PrivilegeEditor } from './PrivilegeEditor.tsx'
import { rolesQuery, schemasQuery, tablesQuery } from './queries.ts'

type Chosen = {
  schema?: string | undefined
  table?: string | undefined
  role?: string | undefined
}

type Props = Chosen & { projectRef: string }

type PageProps = { projectRef: string; query: UrlQuery }

/** Column privileges of a table: who may read and write them. */
export function ColumnPrivilegesPage({ projectRef, query }: PageProps) {
  const [isOn] = usePreview('CLS')
  useDocumentTitle('Column-level privileges')
  return (
    <PageBody>
      <PageHeader
        title="Column-level privileges"
        description="Grant a role access to selected columns of a table. PostgreSQL enforces these privileges for every connection."
      />
      {isOn ? (
        <Panel failure="Roles and tables could not be loaded" resetKey={projectRef}>
          <Chooser
            projectRef={projectRef}
            schema={readText(query, 'schema')}
            table={readText(query, 'table')}
            role={readText(query, 'role')}
          />
        </Panel>
      ) : (
        <EmptyState
          icon={FlaskConical}
          title="Column-level privileges are a feature preview"
          action={
            <Button variant="primary" onClick={previewDialog.open}>
              Open feature previews
            </Button>
          }
        >
          Turn it on in the feature previews, from your account menu or the command menu. It applies
          to this browser only.
        </EmptyState>
      )}
    </PageBody>
  )
}

function Chooser({ projectRef, ...chosen }: Props) {
  const go = useGo()
  const { data: schemas } = useSuspenseQuery(schemasQuery(projectRef))
  const { data: roles } = useSuspenseQuery(rolesQuery(projectRef))
  const remembered = storage.lastSchema(projectRef).get()
  const schema =
    schemas.find(({ name }) => name === chosen.schema)?.name ??
    schemas.find(({ name }) => name === (remembered ?? 'public'))?.name ??
    schemas[0]?.name
  const role = roles.find(({ name }) => name === chosen.role)
  const open = (change: Chosen) =>
    go(paths.columnPrivileges(projectRef, { ...chosen, ...change }), { replace: true })

  if (schema === undefined) {
    return <EmptyState title="No schemas">This database has no user schemas.</EmptyState>
  }
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-3">
        <Field label="Schema">
          {(control) => (
            <Select
              {...control}
              value={schema}
              onChange={(event) => open({ schema: event.target.value, table: undefined })}
            >
              {schemas.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <TablePicker
          projectRef={projectRef}
          schema={schema}
          chosen={chosen.table}
          onPick={(table) => open({ schema, table })}
        />
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              value={role?.name ?? ''}
              onChange={(event) => open({ schema, role: event.target.value })}
            >
              {role === undefined && <option value="">Choose a role</option>}
              {roles.map(({ name, can_login, is_superuser }) => (
                <option key={name} value={name}>
                  {[name, is_superuser ? 'superuser' : can_login ? 'can log in' : 'group'].join(
                    ' – ',
                  )}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Shown projectRef={projectRef} schema={schema} table={chosen.table} role={role?.name} />
    </>
  )
}

type PickerProps = {
  projectRef: string
  schema: string
  chosen: string | undefined
  onPick: (name: string) => void
}

function TablePicker({ projectRef, schema, chosen, onPick }: PickerProps) {
  const { data } = useSuspenseQuery(tablesQuery(projectRef, schema))
  return (
    <Field label="Table">
      {(control) => (
        <Picker
          chosen={chosen}
          items={data.tables.map(({ name, kind }) => ({
            id: name,
            label: name,
            detail: kind === 'table' ? undefined : kind.replaceAll('_', ' '),
          }))}
          placeholder="Find a table"
          empty={data.tables.length === 0 ? `${schema} has no tables` : 'No matching tables'}
          onPick={onPick}
          trigger={
            <Button
              {...control}
              icon={Table2}
              aria-label={`Table: ${chosen ?? 'none'}`}
              className="w-full justify-start!"
            >
              <span className="truncate">{chosen ?? 'Choose a table'}</span>
            </Button>
          }
        />
      )}
    </Field>
  )
}

type ShownProps = {
  projectRef: string
  schema: string
  table: string | undefined
  role: string | undefined
}

function Shown({ projectRef, schema, table, role }: ShownProps) {
  // Unsaved changes survive switching to another table or role.
  const [drafts, setDrafts] = useState<Readonly<Record<string, PrivilegeDraft>>>({})
  const { data } = useSuspenseQuery(tablesQuery(projectRef, schema))
  const found = data.tables.find(({ name }) => name === table)
  if (found === undefined) {
    const isDeleted = table !== undefined
    return (
      <EmptyState
        icon={Table2}
        title={isDeleted ? `${schema} has no table ${table}` : 'Choose a table'}
      >
        Its columns are listed here with the privileges of the role.
      </EmptyState>
    )
  }
  if (role === undefined) {
    return (
      <EmptyState icon={UsersRound} title="Choose a role">
        Applications connect as a role. Create one in the SQL editor, for example:{' '}
        <code className="font-mono text-xs">create role reporting login</code>.
      </EmptyState>
    )
  }
  const place = { ref: projectRef, id: found.id, role }
  const key = `${found.id} ${role}`
  return (
    <Panel
      failure="The privileges could not be loaded"
      resetKey={key}
      loading={<SkeletonRows rows={6} className="h-9" />}
    >
      <PrivilegeEditor
        key={key}
        place={place}
        draft={drafts[key] ?? noDraft}
        onChange={(draft) => setDrafts((all) => ({ ...all, [key]: draft }))}
      />
    </Panel>
  )
}
