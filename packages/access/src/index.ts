export {
  type Assignment,
  assignmentChange,
  memberResource,
  noAssignment,
  type ProjectRole,
} from './assignments.ts'
export { type AccessRequest, can, type PermissionRule } from './can.ts'
export { isRightOffered, isScopeOffered } from './offered.ts'
export { type Right, type Role, roles } from './right.ts'
export { isProjectRight, rightById, rights, rightsFor } from './rights.ts'
export { type RoleScope, rulesOfOwner } from './owner.ts'
export { rulesOfGuest, rulesOfRights, rulesOfRole } from './roles.ts'
export { scopeCategories, type ScopeResource } from './scope.ts'
export {
  resourcesOfGroup,
  scopeGroupNames,
  type ScopeGroupName,
  scopesOfGroup,
} from './scope-groups.ts'
export {
  grantsOfScope,
  isWritable,
  missingNeeds,
  getMode,
  scopeIds,
  type ScopeMode,
  scopeResources,
  scopesOfMode,
  tokenAllows,
  tokenAllowsAccount,
  type TokenReach,
} from './scopes.ts'
