import { ChevronsRight } from 'lucide-react'
import { useState } from 'react'

import { Dialog } from '../../ui/Dialog.tsx'
import { isOpenPage, type RailLink } from './navigation.ts'
import { PageList } from './SectionPanel.tsx'

type Props = { section: RailLink; pathname: string }

/** In place of the panel where it has no room: a bar above the page, whose button opens a drawer. */
export function SectionBar({ section, pathname }: Props) {
  // A drawer that was opened on another page is closed.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  const close = () => setOpenAt(undefined)
  const current = section.pages.find((page) => isOpenPage(page, pathname))
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className="flex h-10 min-w-0 items-center gap-2 rounded-control px-2 hover:bg-hover"
        onClick={() => setOpenAt(pathname)}
      >
        <ChevronsRight className="flex-none text-ink-faint" />
        <span className="flex-none font-semibold">{section.name}</span>
        {current !== undefined && <span className="truncate text-ink-soft">{current.label}</span>}
      </button>
      <Dialog kind="drawer" title={section.name} isOpen={isOpen} onClose={close}>
        <nav aria-label={section.name} className="-mx-2">
          <PageList section={section} pathname={pathname} onChoose={close} />
        </nav>
      </Dialog>
    </>
  )
}
