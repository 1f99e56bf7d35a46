import { TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { drawerShortText } from '@torniquete/contract/shared/shift-error-texts.ts'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { renderAtPath } from '../testing/render.tsx'
import { makeOverdrawConfirmation } from './ReasonDialog.tsx'
import { useActionForm, validateRequiredText } from './use-action-form.tsx'

/** Opens a form whose server gives these answers in order; an Error is a refusal. */
function open(...answers: (Error | null)[]) {
  const [run, onSaved] = [vi.fn(), vi.fn()]
  function Form() {
    const { field, dialog } = useActionForm({
      values: { reason: '' },
      validate: ({ reason }) => ({ reason: validateRequiredText(reason) }),
      run: async (values, _, confirmed) => {
        run(values.reason, confirmed)
        const answer = answers.shift()
        if (answer) throw answer
      },
      done: 'Registrado',
      onSaved,
      onClose: vi.fn(),
      showsError: true,
      asks: makeOverdrawConfirmation(({ reason }: { reason: string }) => `Revisa «${reason}».`),
    })
    return (
      <FormDialog {...dialog} title="Salida" submitLabel="Registrar">
        <TextInput {...field('reason', 'Motivo')} />
      </FormDialog>
    )
  }
  return { hand: renderAtPath(<Form />), run, onSaved }
}

const short = () => new ApiError(409, drawerShortText)

test('action form: a refusal is shown in the dialog, which keeps the input', async () => {
  const { hand, onSaved } = open(new ApiError(409, 'La caja está cerrada.'))
  await hand.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Hielo{Enter}')
  expect(await screen.findByText('La caja está cerrada.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Motivo' }).value).toBe('Hielo')
  expect(onSaved).not.toHaveBeenCalled()
})

test('action form: accepting the question repeats the call with the confirmation', async () => {
  const { hand, run, onSaved } = open(short(), null)
  await hand.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Hielo{Enter}')
  expect(await screen.findByText('Revisa «Hielo».')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Registrar de todos modos' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  expect(run.mock.calls).toEqual([
    ['Hielo', false],
    ['Hielo', true],
  ])
})

test('action form: after the question was cancelled, the next submit asks again', async () => {
  const { hand, run } = open(short(), short())
  await hand.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Hielo{Enter}')
  await hand.click(await screen.findByRole('button', { name: 'Corregir' }))
  await hand.type(screen.getByRole('textbox', { name: 'Motivo' }), ' y agua{Enter}')
  expect(await screen.findByText('Revisa «Hielo y agua».')).toBeTruthy()
  expect(run.mock.calls.map(([, confirmed]) => confirmed)).toEqual([false, false])
})
