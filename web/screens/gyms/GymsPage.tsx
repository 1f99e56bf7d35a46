import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Outlet, useNavigate } from '@tanstack/react-router'
import type { Gym } from '@torniquete/contract/gyms.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeletedButton } from '../../features/deleted/DeletedButton.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { overPage } from '../../navigation/opening.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { DeleteGymDialog } from './DeleteGymDialog.tsx'
import { gymColumns } from './gym-columns.tsx'

export function GymsPage() {
  const [deleted, setDeleted] = useState<Gym | null>(null)
  const navigate = useNavigate()
  const gyms = useEndpoint('gyms.list', {})
  const columns = useMemo(
    () =>
      gymColumns({
        onEdit: ({ id }) => void navigate({ to: '/admin/gyms/$id/edit', params: { id: String(id) }, ...overPage }),
        onDelete: setDeleted,
      }),
    [navigate],
  )
  return (
    <>
      <PageHeader title="Gimnasios">
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => void navigate({ to: '/admin/gyms/new', ...overPage })}
        >
          Nuevo gimnasio
        </Button>
        <DeletedButton
          title="Gimnasios eliminados"
          onClick={() => void navigate({ to: '/admin/gyms/deleted', ...overPage })}
        />
      </PageHeader>
      <DataTable
        label="Gimnasios"
        columns={columns}
        rows={gyms.data}
        rowKey={(gym) => gym.id}
        query={gyms}
        empty="No hay gimnasios registardos"
      />
      {deleted && <DeleteGymDialog gym={deleted} onClose={() => setDeleted(null)} />}
      <Outlet />
    </>
  )
}
