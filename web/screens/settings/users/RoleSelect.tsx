import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Role } from '@torniquete/contract/admin/users.ts'
import { type RoleName, roleLabels } from '@torniquete/contract/shared/roles.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'

const isOffered = (name: string): name is Exclude<RoleName, 'master'> => name in roleLabels && name !== 'master'

export const roleLabel = ({ name }: Role) => (isOffered(name) ? roleLabels[name] : name)

/** A role's name by id, once loaded. */
export function useRoleName(): (id: string) => string {
  const roles = useEndpoint('roles.list', {})
  return (id) => {
    const role = roles.data?.find((each) => String(each.id) === id)
    return role ? roleLabel(role) : 'otro rol'
  }
}

/** A select of the gym's roles, once loaded. */
export function RoleSelect({ disabled = false, ...input }: Omit<NativeSelectProps, 'data'>) {
  const roles = useEndpoint('roles.list', {}, { retryForever: true })
  const offered = roles.data?.filter(({ name }) => isOffered(name))
  return (
    <NativeSelect
      label="Rol"
      required
      disabled={disabled || !offered}
      data={
        offered
          ? [
              { value: '', label: 'Seleccione un rol' },
              ...offered.map((role) => ({ value: String(role.id), label: roleLabel(role) })),
            ]
          : ['Cargando roles...']
      }
      {...input}
    />
  )
}
