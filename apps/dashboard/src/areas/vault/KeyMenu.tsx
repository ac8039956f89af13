import { vault, type VaultState } from '@basalt/contract/vault/vault'
import { Download, KeyRound, RotateCw, Terminal, Upload } from 'lucide-react'
import { useRef, useState } from 'react'

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
  const [isRotating, setIsRotating] = useState(false)
  const [isAccessShown, setIsAccessShown] = useState(false)
  const access = useAccessStatement(projectRef)
  const exporting = useExportKeys(projectRef)
  const importing = useImportKeys(projectRef)
  const file = useRef<HTMLInputElement>(null)
  const closeAccess = () => {
    setIsAccessShown(false)
    access.reset()
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<Button icon={KeyRound}>Keys</Button>}
        items={[
          {
            label: 'Access with psql',
            icon: Terminal,
            disabledReason,
            onSelect: () => {
              setIsAccessShown(true)
              access.mutate()
            },
          },
          {
            label: 'Rotate key',
            icon: RotateCw,
            disabledReason,
            onSelect: () => setIsRotating(true),
          },
          { kind: 'separator' },
          {
            label: 'Export key file',
            icon: Download,
            disabledReason,
            onSelect: () => exporting.mutate(),
          },
          {
            label: 'Import key file',
            icon: Upload,
            disabledReason,
            onSelect: () => file.current?.click(),
          },
        ]}
      />
      <input
        ref={file}
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
      {isAccessShown && (
        <RevealedText
          title="Access with psql"
          description="Run this statement first in a session of psql. It contains the keys of the vault: do not store it. The audit log records that you copied it."
          text={access.data?.statement}
          error={access.error}
          onClose={closeAccess}
        />
      )}
      {isRotating && <RotateKey {...{ projectRef, state }} onClose={() => setIsRotating(false)} />}
    </>
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
