import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Gym } from '@torniquete/contract/gyms.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { useFocusReturn } from '../../kit/use-focus-return.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { DeleteGymDialog } from './DeleteGymDialog.tsx'
import { EditGymDialog } from './EditGymDialog.tsx'
import { GymForm } from './GymForm.tsx'
import { gymColumns } from './gym-columns.tsx'

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; gym: Gym } | null

export function GymsPage() {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const gyms = useEndpoint('gyms.list', {})
  const close = () => setDialog(null)
  useFocusReturn(dialog !== null)
  const columns = useMemo(
    () =>
      gymColumns({
        onEdit: (gym) => setDialog({ kind: 'edit', gym }),
        onDelete: (gym) => setDialog({ kind: 'delete', gym }),
      }),
    [],
  )
  return (
    <>
      <PageHeader title="Gimnasios">
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setDialog({ kind: 'new' })}>
          Nuevo gimnasio
        </Button>
      </PageHeader>
      <DataTable
        label="Gimnasios"
        columns={columns}
        rows={gyms.data}
        rowKey={(gym) => gym.id}
        query={gyms}
        empty="No hay gimnasios registardos"
      />
      {dialog?.kind === 'new' && <GymForm edited={null} onClose={close} onReload={close} />}
      {dialog?.kind === 'edit' && <EditGymDialog id={dialog.gym.id} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteGymDialog gym={dialog.gym} onClose={close} />}
    </>
  )
}
