import type { ReactNode } from 'react'

import { focusOnMount } from './focus.ts'
import { Notice } from './Notice.tsx'

type Props = { children: ReactNode; action?: ReactNode }

/**
 * Why a form was refused, at its top. It takes the focus when it appears, because the button may be
 * a screen below.
 */
export function FormAlert({ children, action }: Props) {
  return (
    <div ref={focusOnMount} tabIndex={-1} className="rounded-control outline-none">
      <Notice tone="bad" action={action}>
        {children}
      </Notice>
    </div>
  )
}
