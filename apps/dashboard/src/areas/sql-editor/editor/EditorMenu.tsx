import { Settings2 } from 'lucide-react'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import type { SqlEditorView } from '../../../product/sql-code/editor-view.ts'
import { IconButton } from '../../../ui/Button.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { Menu } from '../../../ui/Menu.tsx'

type Props = { editor: { current: SqlEditorView | null } }

const sizes = [11, 12, 13, 14, 16, 18]

/** Settings of the editor in this browser. */
export function EditorMenu({ editor }: Props) {
  const [hasVimKeys, setVimKeys] = useSetting(sqlStorage.hasVimKeys)
  const [checksSyntax, setChecksSyntax] = useSetting(sqlStorage.checksSyntax)
  const [fontSize, setFontSize] = useSetting(sqlStorage.editorFontSize)
  const toggle = (label: string, isChosen: boolean, set: (value: boolean) => void): MenuItem => ({
    kind: 'choice',
    label,
    isChosen,
    onSelect: () => set(!isChosen),
  })
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Settings2} label="Editor settings" size="small" />}
      onClosed={() => editor.current?.focus()}
      items={[
        { label: 'Format', keys: 'alt+shift+f', onSelect: () => editor.current?.format() },
        { kind: 'separator' },
        toggle('Check while typing', checksSyntax, setChecksSyntax),
        toggle('Vim keys', hasVimKeys, setVimKeys),
        { kind: 'heading', label: 'Font size' },
        ...sizes.map((size): MenuItem => ({
          kind: 'choice',
          label: `${size} px`,
          isChosen: size === fontSize,
          onSelect: () => setFontSize(size),
        })),
      ]}
    />
  )
}
