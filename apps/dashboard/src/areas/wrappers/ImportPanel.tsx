import { wrappers } from '@basalt/contract/wrappers/wrappers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { remoteTablesQuery, type Server } from './queries.ts'

type Props = { projectRef: string; server: Server; onClose: () => void }

/** Chooses tables of a schema of the server, which become foreign tables. */
export function ImportPanel({ projectRef, server, onClose }: Props) {
  const { data, error, refetch } = useQuery(remoteTablesQuery(projectRef, server.id))
  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Import tables of ${server.name}`}
      description="Foreign tables read from the server each time they are queried."
      onClose={onClose}
    >
      {error !== null && (
        <ErrorPanel
          title="The tables could not be listed"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <Skeleton className="h-40" />}
      {data !== undefined && <TableChoice {...{ projectRef, server, onClose }} tables={data} />}
    </Dialog>
  )
}

type ChoiceProps = Props & { tables: { schema: string; name: string }[] }

function TableChoice({ projectRef, server, tables, onClose }: ChoiceProps) {
  const schemas = [...new Set(tables.map(({ schema }) => schema))]
  const [schema, setSchema] = useState(schemas[0] ?? '')
  const [target, setTarget] = useState(server.name)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const importing = useImportTables(projectRef, server, onClose)
  if (tables.length === 0) {
    return <Notice tone="info">The role {server.username} may not read any table.</Notice>
  }
  const names = tables.filter((table) => table.schema === schema).map(({ name }) => name)
  return (
    <div className="flex flex-col gap-5">
      <Field label="Schema of the server">
        {(control) => (
          <Select
            {...control}
            value={schema}
            onChange={({ target: { value } }) => {
              setSchema(value)
              setChosen(new Set())
            }}
          >
            {schemas.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <TableList names={names} chosen={chosen} onChange={setChosen} />
      <Field label="Schema of this database" help="Created if it is missing">
        {(control) => (
          <Input
            {...control}
            size="large"
            value={target}
            onChange={({ target: { value } }) => setTarget(value)}
          />
        )}
      </Field>
      {importing.error !== null && <Notice tone="bad">{importing.error.message}</Notice>}
      <Button
        variant="primary"
        size="large"
        isPending={importing.isPending}
        disabledReason={chosen.size === 0 ? 'Choose tables' : undefined}
        onClick={() =>
          importing.mutate({ remote_schema: schema, local_schema: target, tables: [...chosen] })
        }
      >
        Import {plural(chosen.size, 'table')}
      </Button>
    </div>
  )
}

type ListProps = {
  names: readonly string[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

function TableList({ names, chosen, onChange }: ListProps) {
  const toggle = (name: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(name)
    else next.delete(name)
    onChange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Tables</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={name}
          isChecked={chosen.has(name)}
          onChange={(isChosen) => toggle(name, isChosen)}
        />
      ))}
    </fieldset>
  )
}

type Import = { remote_schema: string; local_schema: string; tables: string[] }

function useImportTables(ref: string, { id }: Server, onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Import) => call(wrappers.importTables, { params: { ref, id }, body }),
    onSuccess: async (_, { tables, local_schema: schema }) => {
      notify.success(`${plural(tables.length, 'foreign table')} created in ${schema}`)
      onClose()
      await invalidate(client, wrappers.list)
    },
  })
}
