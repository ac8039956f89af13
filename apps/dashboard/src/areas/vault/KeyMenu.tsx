import { vault, type VaultState } from '@basalt/contract/vault/vault'
import { Download, KeyRound, type LucideIcon, RotateCw, Terminal, Upload } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { plural } from '../../lib/format/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useAccessStatement, useExportKeys, useImportKeys, useRotateKey } from './queries.ts'
import { RevealedText } from './RevealedText.tsx'

type Props = { projectRef: string; state: VaultState }

/** The keys of the vault: those who may reveal secrets rotate, copy, export and import them. */
export function KeyMenu({ projectRef, state }: Props) {
  const disabledReason = useDenied(vault.reveal, 'use the keys of the vault')
  const [opened, setOpened] = useState<'access' | 'rotation'>()
  const exporting = useExportKeys(projectRef)
  const file = useRef<HTMLInputElement>(null)
  const item = (label: string, icon: LucideIcon, onSelect: () => void) => ({
    label,
    icon,
    disabledReason,
    onSelect,
  })
  return (
    <>
      <Menu
        align="end"
        trigger={<Button icon={KeyRound}>Keys</Button>}
        items={[
          item('Access with psql', Terminal, () => setOpened('access')),
          item('Rotate key', RotateCw, () => setOpened('rotation')),
          { kind: 'separator' },
          item('Export key file', Download, () => exporting.mutate()),
          {
            label: 'Import key file',
            icon: Upload,
            disabledReason,
            onSelect: () => file.current?.click(),
          },
        ]}
      />
      <KeyFileInput projectRef={projectRef} input={file} />
      {opened === 'access' && (
        <PsqlAccess projectRef={projectRef} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'rotation' && (
        <RotateKey {...{ projectRef, state }} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

type KeyFileProps = { projectRef: string; input: RefObject<HTMLInputElement | null> }

function KeyFileInput({ projectRef, input }: KeyFileProps) {
  const importing = useImportKeys(projectRef)
  return (
    <input
      ref={input}
      type="file"
      accept="application/json,.json"
      aria-label="Key file"
      className="hidden"
      onChange={({ target }) => {
        const [chosen] = target.files ?? []
        if (chosen !== undefined) importing.mutate(chosen)
        target.value = ''
      }}
    />
  )
}

function PsqlAccess({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const { data, error } = useAccessStatement(projectRef)
  return (
    <RevealedText
      title="Access with psql"
      description="Run this statement first in a session of psql. It contains the keys of the vault: do not store it. The audit log records that you copied it."
      text={data?.statement}
      error={error}
      onClose={onClose}
    />
  )
}

function RotateKey({ projectRef, state, onClose }: Props & { onClose: () => void }) {
  const rotate = useRotateKey(projectRef, onClose)
  return (
    <Confirm
      isOpen
      title="Rotate the key of the vault?"
      confirmLabel="Rotate key"
      isPending={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
    >
      A new key encrypts {plural(state.secrets.length, 'secret')} in the background; all of them can
      be read during that time. Sessions of psql need a new statement. The former key stays
      available for backups.
    </Confirm>
  )
}
