import { keyNames } from '../lib/browser/shortcuts.ts'

/** One shortcut as key caps, from the registry's notation. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      {keyNames(keys).map((name, index) => (
        <Kbd key={`${name}${index}`}>{name}</Kbd>
      ))}
    </span>
  )
}

function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-[18px] min-w-[18px] place-items-center rounded-[3px] border border-line-strong bg-canvas px-1 font-mono text-[11px] leading-none text-ink-soft">
      {children}
    </kbd>
  )
}
