import { useQuery } from '@tanstack/react-query'
import { cloneElement, useState } from 'react'

import { profileQuery } from '../../lib/session/account.ts'
import { late } from '../../ui/late.tsx'

const ProfileMenuList = late(async () => (await import('./ProfileMenuList.tsx')).ProfileMenuList)

/** The button of the account. Its menu is loaded when the pointer or the focus comes near. */
export function ProfileMenu() {
  const { data: profile } = useQuery(profileQuery())
  const [isRequested, setIsRequested] = useState(false)
  const name = profile?.name ?? profile?.primary_email ?? 'Account'
  const trigger = (
    <button
      type="button"
      aria-label={`Account menu of ${name}`}
      className="grid size-8 flex-none place-items-center rounded-full pointer-coarse:size-10"
    >
      <span className="grid size-[26px] place-items-center rounded-full bg-accent-wash text-[11px] font-semibold text-accent uppercase">
        {initials(name)}
      </span>
    </button>
  )
  const idle = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerOver: ProfileMenuList.prepare,
    onFocus: ProfileMenuList.prepare,
    onClick: () => ProfileMenuList.ready(() => setIsRequested(true)),
  })
  if (!isRequested) return idle
  return <ProfileMenuList fallback={idle} trigger={trigger} name={name} />
}

function initials(name: string): string {
  const [first = '', second = ''] = name.split(/[\s@._-]+/u)
  return first.slice(0, 1) + second.slice(0, 1)
}
