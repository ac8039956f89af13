import { CircleHelp, Search } from 'lucide-react'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Keys } from '../../ui/Kbd.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { ShellScope } from './banners/use-scope.ts'
import { overlay } from './overlay.ts'
import { ProfileMenu } from './ProfileMenu.tsx'
import { OrganizationSwitcher, ProjectSwitcher } from './Switchers.tsx'

/** The user's current location, and the navigation to others. */
export function TopBar({ scope }: { scope: ShellScope }) {
  return (
    <header className="row-start-1 flex min-w-0 items-center gap-1 border-b border-line pr-2 tablet:col-span-2">
      <Tooltip content="Basalt: start page" side="bottom">
        <Link
          href={paths.root()}
          aria-label="Basalt: start page"
          className="grid size-11 flex-none place-items-center tablet:w-12"
        >
          <Mark size={22} />
        </Link>
      </Tooltip>
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-0.5">
        <OrganizationSwitcher scope={scope} />
        <ProjectSwitcher scope={scope} />
      </nav>
      <span className="flex-1" />
      <span id="tools" />
      <button
        type="button"
        className="mr-1 hidden h-7 w-72 items-center gap-2 rounded-control border border-line bg-surface pr-1 pl-2.5 text-ink-faint transition-colors duration-[120ms] hover:border-line-strong hover:text-ink-soft desktop:flex"
        onClick={() => overlay.open('command')}
      >
        <Search className="size-3.5!" />
        <span className="flex-1 truncate text-left">Search or run a command</span>
        <Keys keys="mod+k" />
      </button>
      <IconButton
        icon={Search}
        label="Search or run a command"
        keys="mod+k"
        className="desktop:hidden"
        onClick={() => overlay.open('command')}
      />
      <IconButton
        icon={CircleHelp}
        label="Keyboard shortcuts"
        keys="?"
        className="max-tablet:hidden"
        onClick={() => overlay.open('keys')}
      />
      <ProfileMenu />
    </header>
  )
}
