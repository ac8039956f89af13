import { vault } from '@basalt/contract/vault/vault'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Eye, Lock, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { EnableIntegration } from '../../product/integrations/EnableIntegration.tsx'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { KeyMenu } from './KeyMenu.tsx'
import { type Secret, useRevealSecret, vaultQuery } from './queries.ts'
import { RemoveSecret } from './RemoveSecret.tsx'
import { RevealedText } from './RevealedText.tsx'
import { columns } from './secret-columns.tsx'
import { SecretPanel } from './SecretPanel.tsx'
import { VaultNotice } from './VaultNotice.tsx'

/** Encrypted secrets of a project. */
export function VaultPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Vault', 'Settings')
  const denied = useDenied(vault.list, 'see the secrets of this project')
  const deniedWrite = useDenied(vault.create, 'change secrets')
  const deniedReveal = useDenied(vault.reveal, 'reveal secrets')
  const { data, error, refetch } = useQuery({
    ...vaultQuery(projectRef),
    enabled: denied === undefined,
  })
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('secret')
  const [removed, setRemoved] = useState<Secret>()
  const [revealed, setRevealed] = useState<Secret>()
  const reveal = useRevealSecret(projectRef)
  const close = () => open(undefined)
  const isEnabled = data !== undefined && data.kind !== 'absent'
  const menu = (secret: Secret) => (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${secret.name ?? secret.id}`} />}
      items={[
        {
          label: 'Reveal',
          icon: Eye,
          disabledReason: deniedReveal,
          onSelect: () => {
            setRevealed(secret)
            reveal.mutate(secret.id)
          },
        },
        {
          label: 'Edit',
          icon: Pencil,
          disabledReason: deniedWrite,
          onSelect: () => open(secret.id),
        },
        { kind: 'separator' },
        {
          label: 'Delete',
          icon: Trash2,
          isDanger: true,
          disabledReason: deniedWrite,
          onSelect: () => setRemoved(secret),
        },
      ]}
    />
  )
  return (
    <>
      <ListPage
        title="Vault"
        description="Passwords and tokens for SQL, hooks, jobs and wrappers. The database stores them encrypted, without the key."
        actions={
          isEnabled && (
            <>
              {data.kind === 'own' && <KeyMenu projectRef={projectRef} state={data} />}
              <Button
                icon={Plus}
                variant="primary"
                disabledReason={deniedWrite}
                onClick={() => open('new')}
              >
                New secret
              </Button>
            </>
          )
        }
        denied={denied}
        notice={<VaultNotice state={data} />}
        label="Secrets"
        noun="secret"
        columns={columns}
        rows={data?.secrets}
        getId={({ id }) => id}
        getName={({ name, id }) => name ?? id}
        error={error}
        failure="The vault could not be loaded"
        onRetry={() => void refetch()}
        empty={<EmptyVault {...{ projectRef, isEnabled, deniedWrite }} />}
        openId={openId === 'new' ? undefined : openId}
        onOpen={({ id }) => open(id)}
        onClose={close}
        renderOpen={(secret) => (
          <SecretPanel key={secret.id} {...{ projectRef, secret, deniedWrite }} onClose={close} />
        )}
        actionsWidth="48px"
        renderActions={menu}
        {...view}
      />
      {openId === 'new' && isEnabled && (
        <SecretPanel {...{ projectRef, deniedWrite }} onClose={close} />
      )}
      {removed !== undefined && (
        <RemoveSecret secret={removed} {...{ projectRef }} onClose={() => setRemoved(undefined)} />
      )}
      {revealed !== undefined && (
        <RevealedText
          title={`Secret ${revealed.name ?? ''}`}
          description="It is hidden after 30 seconds. The audit log records that you saw it."
          text={reveal.data?.secret}
          error={reveal.error}
          onClose={() => {
            setRevealed(undefined)
            reveal.reset()
          }}
        />
      )}
    </>
  )
}

type EmptyProps = { projectRef: string; isEnabled: boolean; deniedWrite: string | undefined }

function EmptyVault({ projectRef, isEnabled, deniedWrite }: EmptyProps) {
  if (isEnabled) {
    return (
      <EmptyState icon={Lock} title="No secrets">
        Store a password or a token. SQL reads it from <code>vault.decrypted_secrets</code>.
      </EmptyState>
    )
  }
  return (
    <EnableIntegration
      {...{ projectRef, deniedWrite }}
      id="vault"
      subject="The vault is"
      icon={Lock}
      list={vault.list}
    >
      It adds the extension supabase_vault, which needs pgcrypto, and the schema vault to the
      database.
    </EnableIntegration>
  )
}
