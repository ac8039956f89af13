import { plural } from '../../lib/format/format.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { type Server, useRemoveServer } from './queries.ts'

type Props = { server: Server; projectRef: string; onClose: () => void }

export function RemoveServer({ server, projectRef, onClose }: Props) {
  const remove = useRemoveServer(projectRef, onClose)
  return (
    <Confirm
      isOpen
      isDanger
      title={`Delete the server ${server.name}?`}
      confirmLabel="Delete server"
      typed={server.name}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(server)}
    >
      {plural(server.tables, 'foreign table')} of this database, and views on them, are dropped. The
      tables of the server stay.
    </Confirm>
  )
}
