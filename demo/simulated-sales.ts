// Simulates a seller while the demo runs, who also reorders products that run out.

import { demoPassword } from './demo-gym.ts'
import { type ApiCaller, createApiCaller } from './demo-session.ts'
import { demoProducts } from './shop-history.ts'

const pauses = { shortest: 20_000, longest: 60_000 }

/** Starts selling; returns a function that stops it. */
export function startSimulatedSales(address: string): () => void {
  let timer: NodeJS.Timeout
  let desk: Promise<{ worker: ApiCaller; manager: ApiCaller }> | null = null
  const signedIn = async () => ({
    worker: await createApiCaller(address, 'recepcion', demoPassword),
    manager: await createApiCaller(address, 'gerente', demoPassword),
  })
  const act = () => {
    desk ??= signedIn()
    // After a refused sale or an expired session, the next sale logs in again.
    desk.then(sellSomething).catch(() => {
      desk = null
    })
    timer = setTimeout(act, pauses.shortest + Math.random() * (pauses.longest - pauses.shortest))
  }
  timer = setTimeout(act, pauses.shortest / 2)
  return () => clearTimeout(timer)
}

async function sellSomething({ worker, manager }: { worker: ApiCaller; manager: ApiCaller }): Promise<void> {
  const { items: products } = await worker('products.list')
  const scarce = products.find((product) => product.quantity < 3)
  if (scarce) {
    const [supplier] = await manager('suppliers.list')
    const article = demoProducts.find(({ code }) => code === scarce.code)
    if (supplier && article)
      await manager('purchases.create', {
        id_supplier: supplier.id,
        items: [{ id_product: scarce.id, quantity: article.lot, unit_price: article.cost, tax: 18 }],
        ncf: `B01${String(Date.now()).slice(-8)}`,
      })
  }
  const { items: clients } = await worker('clients.list')
  const [product, client] = [products, clients].map((all) => all[Math.floor(Math.random() * all.length)])
  if (product && client)
    await worker('sales.create', { id_client: client.id, items: [{ id_product: product.id, quantity: 1 }] })
}
