import { Button, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { errorText } from '@torniquete/contract/errors.ts'
import { mayDeletePlan, type Plan } from '@torniquete/contract/memberships.ts'
import { may, type Permission } from '@torniquete/contract/permissions.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { useFocusReturn } from '../../kit/use-focus-return.ts'
import { useSignedIn } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { DeletePlanDialog } from './DeletePlanDialog.tsx'
import { EditPlanDialog } from './EditPlanDialog.tsx'
import { PlanForm } from './PlanForm.tsx'
import { planColumns } from './plan-columns.tsx'

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; plan: Plan } | null

/** Why the one who is signed in may not make a call. */
function useRefusal(): (permission: Permission) => string | null {
  const { role } = useSignedIn()
  return (permission) => (may(role, permission) ? null : errorText('role.forbidden'))
}

export function MembershipsPage() {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const plans = useEndpoint('memberships.list', {})
  const refusal = useRefusal()
  const createRefusal = refusal('memberships.create')
  const editRefusal = refusal('memberships.update')
  const roleRefusesDelete = refusal('memberships.delete')
  const close = () => setDialog(null)
  useFocusReturn(dialog !== null)
  const columns = useMemo(
    () =>
      planColumns({
        editRefusal,
        deleteRefusal: (plan) => {
          const rule = mayDeletePlan(plan)
          return roleRefusesDelete ?? (rule && errorText(rule))
        },
        onEdit: (plan) => setDialog({ kind: 'edit', plan }),
        onDelete: (plan) => setDialog({ kind: 'delete', plan }),
      }),
    [editRefusal, roleRefusesDelete],
  )
  return (
    <>
      <PageHeader title="Planes de Membresías" shortTitle="Membresías">
        <Tooltip label={createRefusal} disabled={createRefusal === null}>
          <Button
            leftSection={<IconPlus size={20} aria-hidden />}
            data-disabled={createRefusal !== null || undefined}
            aria-disabled={createRefusal !== null || undefined}
            onClick={() => !createRefusal && setDialog({ kind: 'new' })}
          >
            Nuevo plan
          </Button>
        </Tooltip>
      </PageHeader>
      <DataTable
        label="Planes de Membresías"
        columns={columns}
        rows={plans.data}
        rowKey={(plan) => plan.id}
        query={plans}
        empty="No hay membresias"
      />
      {dialog?.kind === 'new' && <PlanForm edited={null} onClose={close} onReload={close} />}
      {dialog?.kind === 'edit' && <EditPlanDialog id={dialog.plan.id} onClose={close} />}
      {dialog?.kind === 'delete' && <DeletePlanDialog plan={dialog.plan} onClose={close} />}
    </>
  )
}
