import { Confirm } from '../../ui/Confirm.tsx'
import { type Secret, useRemoveSecret } from './queries.ts'
import { UseList } from './UseList.tsx'

type Props = { secret: Secret; projectRef: string; onClose: () => void }

export function RemoveSecret({ secret, projectRef, onClose }: Props) {
  const remove = useRemoveSecret(projectRef, onClose)
  const name = secret.name ?? secret.id
  return (
    <Confirm
      isOpen
      isDanger
      title={`Delete the secret ${name}?`}
      confirmLabel="Delete secret"
      typed={name}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(secret)}
    >
      <p>Its text is lost. A dump of the database and its key bring it back.</p>
      <UseList projectRef={projectRef} secretId={secret.id} />
    </Confirm>
  )
}
