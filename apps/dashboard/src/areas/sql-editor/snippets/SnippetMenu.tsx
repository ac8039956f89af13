import type { Snippet } from '@basalt/contract/project/snippets'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { IconButton } from '../../../ui/Button.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { useSnippetActions } from './use-snippet-actions.tsx'

type Props = {
  projectRef: string
  snippet: Snippet | null
  /** Whether it was clicked before it was loaded; it then opens by itself. */
  isPressed: boolean
}

/** Actions on the open query, and its save settings. */
export function SnippetMenu({ projectRef, snippet, isPressed }: Props) {
  const [wasPressed] = useState(isPressed)
  const position = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (wasPressed) position.current?.querySelector('button')?.click()
  }, [wasPressed])
  const acts = useSnippetActions(projectRef, snippet?.id ?? 'new')
  const [savesByHand, setSavesByHand] = useSetting(sqlStorage.savesByHand)
  const saving: MenuItem[] = [
    { kind: 'heading', label: 'Save queries' },
    {
      kind: 'choice',
      label: 'Automatically',
      isChosen: !savesByHand,
      onSelect: () => setSavesByHand(false),
    },
    {
      kind: 'choice',
      label: 'Manually',
      isChosen: savesByHand,
      onSelect: () => setSavesByHand(true),
    },
  ]
  return (
    <span ref={position} className="contents">
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label="More about this query" />}
        items={
          snippet === null
            ? saving
            : [...acts.listItems(snippet), { kind: 'separator' as const }, ...saving]
        }
      />
      {acts.dialog}
    </span>
  )
}
