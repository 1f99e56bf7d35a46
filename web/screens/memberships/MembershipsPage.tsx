import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { errorText } from '@torniquete/contract/errors.ts'
import { mayDeletePlan, type Plan } from '@torniquete/contract/memberships.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeletedButton } from '../../features/deleted/DeletedButton.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { overPage } from '../../navigation/opening.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { DeletePlanDialog } from './DeletePlanDialog.tsx'
import { planColumns } from './plan-columns.tsx'

function deleteRefusal(plan: Plan): string | null {
  const rule = mayDeletePlan(plan)
  return rule && errorText(rule)
}

export function MembershipsPage() {
  const [deleted, setDeleted] = useState<Plan | null>(null)
  const plans = useEndpoint('memberships.list', {})
  const navigate = useNavigate()
  const columns = useMemo(
    () =>
      planColumns({
        deleteRefusal,
        onEdit: ({ id }) => void navigate({ to: '/memberships/$id/edit', params: { id: String(id) }, ...overPage }),
        onDelete: setDeleted,
      }),
    [navigate],
  )
  return (
    <>
      <PageHeader title="Planes de Membresías" shortTitle="Membresías">
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => void navigate({ to: '/memberships/new', ...overPage })}
        >
          Nuevo plan
        </Button>
        <DeletedButton
          title="Planes eliminados"
          onClick={() => void navigate({ to: '/memberships/deleted', ...overPage })}
        />
      </PageHeader>
      <DataTable
        label="Planes de Membresías"
        columns={columns}
        rows={plans.data}
        rowKey={(plan) => plan.id}
        query={plans}
        empty="No hay membresias"
      />
      {deleted && <DeletePlanDialog plan={deleted} onClose={() => setDeleted(null)} />}
      <Outlet />
    </>
  )
}
