export { type AccessRequest, can, type PermissionRule } from './can.ts'
export { type Role, roles, rulesOfRole } from './roles.ts'
