import { secretLimit, type VaultState } from '@basalt/contract/vault/vault'

import { plural } from '../../lib/format/format.ts'
import { Notice } from '../../ui/Notice.tsx'

/** A rotation that runs, and secrets that do not open. */
export function VaultNotice({ state }: { state: VaultState | undefined }) {
  if (state === undefined) return null
  const closed = state.secrets.filter((secret) => secret.state === 'missing_key').length
  const changed = state.secrets.filter((secret) => secret.state === 'changed').length
  return (
    <>
      {state.unrotated > 0 && (
        <Notice tone="info" title="The key is being rotated">
          {plural(state.unrotated, 'secret')} not yet encrypted with the current key. All secrets
          can be read.
        </Notice>
      )}
      {closed > 0 && (
        <Notice tone="warn" title={`${plural(closed, 'secret')} cannot be opened`}>
          This project does not have their key. Export the key file in the project that they come
          from, and import it here.
        </Notice>
      )}
      {changed > 0 && (
        <Notice tone="bad" title={`${plural(changed, 'secret')} changed outside of the vault`}>
          Their rows were edited with SQL. Enter their texts again.
        </Notice>
      )}
      {state.kind === 'original' && (
        <Notice tone="info">
          This PostgreSQL has the original extension, which manages its keys itself.
        </Notice>
      )}
      {state.secrets.length >= secretLimit && (
        <Notice tone="info">The list shows the first {secretLimit} secrets.</Notice>
      )}
    </>
  )
}
