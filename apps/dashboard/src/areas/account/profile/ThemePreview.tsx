// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './theme-preview.css'
import type { Theme } from '../../../lib/storage/storage.ts'

/** A window in miniature, drawn with the theme's own tokens. */
export function ThemePreview({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <Miniature theme={theme} />
  return (
    <span aria-hidden className="relative block h-16 overflow-hidden rounded-control">
      <Miniature theme="dark" />
      <span className="absolute inset-0 [clip-path:polygon(100%_0,100%_100%,0_100%)]">
        <Miniature theme="light" />
      </span>
    </span>
  )
}

function Miniature({ theme }: { theme: Exclude<Theme, 'system'> }) {
  return (
    <span
      aria-hidden
      data-theme={theme}
      className="grid h-16 grid-cols-[10px_1fr] overflow-hidden rounded-control border border-line bg-canvas"
    >
      <span className="border-r border-line" />
      <span className="flex flex-col gap-1.5 p-2">
        <span className="h-1 w-1/2 rounded-full bg-ink" />
        <span className="h-1 w-4/5 rounded-full bg-ink-faint" />
        <span className="mt-auto flex items-center gap-1.5">
          <span className="h-2.5 w-6 rounded-[2px] bg-accent" />
          <span className="h-2.5 w-6 rounded-[2px] border border-control bg-surface" />
          <span className="ml-auto size-1.5 rounded-full bg-good" />
        </span>
      </span>
    </span>
  )
}
