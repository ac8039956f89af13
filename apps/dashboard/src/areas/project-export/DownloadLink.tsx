import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button, buttonClass } from '../../ui/Button.tsx'

type Props = {
  href: string
  /** The accessible name, when the visible text names no table. */
  label?: string
  isPrimary?: true
  disabledReason: string | undefined
  children: ReactNode
}

/** The browser downloads the file, for any size. */
export function DownloadLink({ href, label, isPrimary, disabledReason, children }: Props) {
  const variant = isPrimary === true ? 'primary' : 'secondary'
  if (disabledReason !== undefined) {
    return (
      <Button variant={variant} icon={Download} aria-label={label} disabledReason={disabledReason}>
        {children}
      </Button>
    )
  }
  return (
    <a href={href} download aria-label={label} className={buttonClass({ variant })}>
      <Download />
      {children}
    </a>
  )
}
