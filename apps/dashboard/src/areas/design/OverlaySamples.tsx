import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import type { DialogProps } from '../../ui/dialog-props.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { MenuItem } from '../../ui/menu-props.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Sample } from './Sample.tsx'

const nothing = () => undefined

const menu: MenuItem[] = [
  { label: 'Rename', icon: Pencil, keys: 'f2', onSelect: nothing },
  { label: 'Copy', icon: Copy, keys: 'mod+c', onSelect: nothing },
  {
    label: 'Move',
    disabledReason: 'You need additional permissions to move it',
    onSelect: nothing,
  },
  { kind: 'separator' },
  { kind: 'heading', label: 'Shown' },
  { kind: 'choice', label: 'Compact', isChosen: true, onSelect: nothing },
  { kind: 'separator' },
  { label: 'Delete', icon: Trash2, isDanger: true, onSelect: nothing },
]

const regions = [
  { id: 'a', label: 'Central EU (Frankfurt)', detail: 'eu-central-1', group: 'Europe' },
  { id: 'b', label: 'East US (Ohio)', detail: 'us-east-2', group: 'Americas' },
]

type Kind = NonNullable<DialogProps['kind']> | 'confirm'

export function OverlaySamples() {
  const [open, setOpen] = useState<Kind>()
  const [region, setRegion] = useState('a')
  const close = () => setOpen(undefined)
  return (
    <Sample name="Menus, pickers, dialogs, toasts, tooltips">
      <Menu trigger={<Button>Menu</Button>} items={menu} />
      <Picker
        trigger={<Button>Picker</Button>}
        items={regions}
        chosen={region}
        placeholder="Find a region"
        onPick={setRegion}
      />
      <Tooltip content="Shows more information" keys="mod+k">
        <Button>Tooltip</Button>
      </Tooltip>
      {(['dialog', 'panel', 'drawer', 'confirm'] as const).map((kind) => (
        <Button key={kind} onClick={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      <ToastButtons />
      {open !== undefined && open !== 'confirm' && (
        <Dialog
          isOpen
          kind={open}
          onClose={close}
          title="A dialog"
          description="For confirmation and short choices."
          footer={
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          }
        >
          Its content.
        </Dialog>
      )}
      <Confirm
        isOpen={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete shop?"
        confirmLabel="Delete project"
        typed="shop"
      >
        All tables and rows are deleted. This cannot be undone.
      </Confirm>
    </Sample>
  )
}

const ToastButtons = () => (
  <>
    <Button onClick={() => notify.success('Saved')}>Toast</Button>
    <Button
      onClick={() =>
        notify.success('2 rows deleted', {
          label: 'Undo',
          run: () => notify.info('Rows restored'),
        })
      }
    >
      Toast with undo
    </Button>
    <Button onClick={() => notify.error('Unable to copy to clipboard')}>Error toast</Button>
  </>
)
