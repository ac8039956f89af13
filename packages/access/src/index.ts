export { type AccessRequest, can, type PermissionRule } from './can.ts'
export { type Right, type Role, roles } from './right.ts'
export { isProjectRight, rightById, rights, rightsFor } from './rights.ts'
export { type RoleScope, rulesOfGuest, rulesOfRights, rulesOfRole } from './roles.ts'
