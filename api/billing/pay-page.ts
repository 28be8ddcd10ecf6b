const texts = {
  open: ['Pagamento de teste', 'Nenhum dinheiro é movimentado: este servidor usa o provedor de testes.'],
  paid: ['Pago', 'O pagamento de teste foi feito. Pode fechar esta página.'],
  over: ['Nada a pagar', 'Esta cobrança não existe ou já expirou.'],
} as const;

/** Returns the page on which a tester pays. Nothing in it comes from outside, and nothing runs in it. */
export function payPage(state: keyof typeof texts): string {
  const [title, text] = texts[state];
  const button = state === 'open' ? '<form method="post"><button>Pagar agora</button></form>' : '';
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { min-height: 100vh; margin: 0; display: grid; place-items: center; }
  main { max-width: 22rem; padding: 2rem; text-align: center; }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
  button { font: inherit; font-weight: 600; padding: .75rem 1.5rem; border: 0; border-radius: .5rem; background: #7a2a6b; color: #fff; cursor: pointer; }
  button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
</style>
<main><h1>${title}</h1><p>${text}</p>${button}</main>
</html>
`;
}
