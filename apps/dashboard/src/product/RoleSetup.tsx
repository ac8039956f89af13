import { late } from '../ui/late.tsx'

/** Offers to create the roles of an application. New projects have them, so it is loaded on demand. */
export const RoleSetup = late(async () => (await import('./RoleSetupForm.tsx')).RoleSetupForm)
