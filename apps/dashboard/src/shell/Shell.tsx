import { Outlet } from '@tanstack/react-router'

export function Shell() {
  return (
    <main id="content" tabIndex={-1} className="h-full overflow-y-auto outline-none">
      <Outlet />
    </main>
  )
}
