import { beforeAll, expect, test } from 'vitest';
import { fakeMicrophone } from '../../../../testing/browser/chromium.ts';
import { withDesk } from '../../../../testing/browser/desk.ts';
import { serious } from '../../../../testing/browser/inspect.ts';
import { type Person, type Phone, tokenOf } from '../../../../testing/browser/people.ts';

// What an agent may put into a message, and what must never get into one. The customer's phone says what arrived.

const desk = withDesk({ chromium: fakeMicrophone });
let ana: Person;
let admin: Person;
let phone: Phone;
const number = '5511933330001';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC';

const log = () => ana.page.getByRole('log');
const field = () => ana.page.getByRole('textbox', { name: 'Mensagem' });
const note = () => ana.page.getByRole('textbox', { name: 'Observação para a equipe' });
const attached = () => ana.page.getByRole('list', { name: 'Arquivos anexados' }).getByRole('listitem');
const toast = (text: string) => ana.page.getByText(text).first().waitFor();
/** What the customer has got from us. */
const arrived = async () => (await phone.received(number)).filter(({ fromBusiness }) => fromBusiness);
const bodies = async () => (await arrived()).map(({ body }) => body);
const barriers = () => serious(ana.page);
/** Files as another program hands them over: pasted into the field, or dropped on the thread. */
const handOver = (how: 'paste' | 'drop', files: readonly { name: string; type: string; base64: string }[]) =>
  ana.page.evaluate(
    ({ how, files }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of files)
        data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
      const options = { bubbles: true, cancelable: true };
      if (how === 'paste')
        document
          .querySelector('.tk-cp-text')
          ?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else
        for (const type of ['dragenter', 'dragover', 'drop'])
          document
            .querySelector('.tk-thread')
            ?.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
    },
    { how, files },
  );

beforeAll(async () => {
  ana = await desk.signIn('ana');
  ana.page.setDefaultTimeout(10_000);
  await ana.context.grantPermissions(['microphone']);
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
  await phone.write('Vocês têm pendentes em cobre?', { name: 'Iolanda Reis', number });
  await ana.page.getByText('Iolanda Reis').first().waitFor();
  await ana.page
    .locator('.tk-list li, .tk-list [role=listitem], .tk-list article')
    .filter({ hasText: 'Iolanda Reis' })
    .first()
    .getByRole('button', { name: /Aceitar/ })
    .click();
  await ana.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await field().waitFor();
}, 240_000);

test('a quick reply by the keyboard alone: found, seen beforehand, filled in, sent', async () => {
  await field().pressSequentially('/');
  expect(await ana.page.getByRole('listbox').count()).toBe(0);
  await field().pressSequentially('pi');
  const options = ana.page.getByRole('option');
  await expect.poll(() => options.count()).toBe(3);
  expect(await barriers()).toEqual([]);
  await field().press('ArrowDown');
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
  await ana.page.locator('.tk-slash aside').getByText('Iolanda', { exact: true }).waitFor();
  await field().press('Escape');
  await ana.page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await field().inputValue()).toBe('/pi');
  await field().pressSequentially('x');
  await expect.poll(() => options.count()).toBe(2);
  await field().press('Enter');
  const protocol = (await ana.page.locator('.tk-th-head .num').textContent())?.replace('#', '');
  expect(await field().inputValue()).toBe(
    `Iolanda, a chave Pix da Casa Lume é financeiro@casalume.example. Envie o comprovante com o protocolo ${protocol}.`,
  );
  await field().press('Enter');
  await expect.poll(bodies).toContainEqual(expect.stringMatching(/^\*Ana:\*\nIolanda, a chave Pix/));
});

test('words of the message find it too, Tab takes it, and nothing fits what nobody wrote', async () => {
  await field().fill('/capital');
  await expect
    .poll(() => ana.page.getByRole('option').allInnerTexts())
    .toEqual([expect.stringContaining('/prazo')]);
  await field().press('Tab');
  expect(await field().inputValue()).toContain('até 2 dias úteis');
  await field().fill('/xyzzy');
  expect(await ana.page.getByRole('listbox').count()).toBe(0);
  await field().fill('');
});

test('an emoji goes where the caret stands, searched in the reader’s language', async () => {
  await field().fill('Obrigada!');
  await field().press('Home');
  await ana.page.getByRole('button', { name: 'Emoji' }).click();
  const panel = ana.page.getByRole('dialog', { name: 'Emoji' });
  await panel
    .getByRole('textbox', { name: 'Buscar emoji' })
    .or(panel.getByRole('searchbox'))
    .first()
    .fill('coração');
  await panel
    .getByRole('button', { name: /cora[cç]/i })
    .or(panel.getByRole('gridcell', { name: /cora[cç]/i }))
    .first()
    .click();
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => field().inputValue()).toMatch(/^\p{Extended_Pictographic}.*Obrigada!$/u);
  await expect.poll(() => field().evaluate((box) => box === document.activeElement)).toBe(true);
  await field().fill('');
});

test('a pasted picture and two dropped files stand there to be sent; one is taken away again', async () => {
  await handOver('paste', [{ name: 'tela.png', type: 'image/png', base64: png }]);
  await expect.poll(() => attached().count()).toBe(1);
  await handOver('drop', [
    { name: 'tabela.csv', type: 'text/csv', base64: btoa('produto;preco\naurora;10\n') },
    { name: 'errado.csv', type: 'text/csv', base64: btoa('a;b\n') },
  ]);
  await expect.poll(() => attached().count()).toBe(3);
  await ana.page.getByRole('button', { name: 'Remover errado.csv' }).click();
  await expect.poll(() => attached().count()).toBe(2);
  await field().fill('A foto e a tabela');
  await field().press('Enter');
  await expect.poll(() => attached().count()).toBe(0);
  const files = async () => (await arrived()).filter(({ mediaUrl }) => mediaUrl !== null);
  await expect.poll(async () => (await files()).length).toBe(2);
  expect((await files()).map(({ body }) => body)).toEqual(['*Ana:*\nA foto e a tabela', '']);
});

test('more files than go at once, and empty ones, are refused by name', async () => {
  const many = Array.from({ length: 11 }, (_, i) => ({
    name: `${i}.txt`,
    type: 'text/plain',
    base64: btoa('x'),
  }));
  await handOver('drop', many);
  await toast('No máximo 10 arquivos por vez.');
  await expect.poll(() => attached().count()).toBe(10);
  await handOver('drop', [{ name: 'vazio.txt', type: 'text/plain', base64: '' }]);
  await toast('Arquivos vazios e pastas não podem ser anexados.');
  await ana.page.evaluate(() => {
    const data = new DataTransfer();
    const file = new File(['x'], 'enorme.mp4', { type: 'video/mp4' });
    // As large as it says: nobody has to hold that much in memory.
    Object.defineProperty(File.prototype, 'size', {
      configurable: true,
      get(this: File) {
        return this.name === 'enorme.mp4' ? 5e9 : Reflect.get(Blob.prototype, 'size', this);
      },
    });
    data.items.add(file);
    document
      .querySelector('.tk-thread')
      ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await toast('enorme.mp4 é grande demais: o limite é 64 MB.');
  await ana.page.evaluate(() => Reflect.deleteProperty(File.prototype, 'size'));
  for (let left = 10; left > 0; left--)
    await ana.page
      .getByRole('button', { name: /^Remover \d+\.txt$/ })
      .first()
      .click();
  await expect.poll(() => attached().count()).toBe(0);
});

test('/ pressed beside the field opens the quick replies; the list of keys has it', async () => {
  const { page } = ana;
  await page.locator('.tk-th-head').click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await page.locator('.tk-slash [role=listbox]').waitFor();
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field().inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await page.locator('.tk-slash').waitFor({ state: 'detached' });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Respostas rápidas').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('while it is recorded one sees that one is heard', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'Gravar áudio' }).click();
  const heights = () =>
    page
      .locator('.tk-level rect')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
  // The microphone of the test beeps.
  await expect.poll(async () => Math.max(...(await heights()))).toBeGreaterThan(6);
  await page.keyboard.press('Escape');
  await page.locator('.tk-level').waitFor({ state: 'detached' });
});

test('a recording arrives as a voice message: Opus in Ogg', async () => {
  const before = (await arrived()).length;
  await ana.page.getByRole('button', { name: 'Gravar áudio' }).click();
  await ana.page.getByText('Gravando').waitFor();
  expect(await barriers()).toEqual([]);
  await expect
    .poll(() => ana.page.locator('.tk-record time').textContent(), { timeout: 20_000 })
    // However slow the machine: two seconds at the least.
    .toMatch(/^0:(0[2-9]|[1-5]\d)$/);
  await ana.page.getByRole('button', { name: 'Enviar áudio' }).click();
  await expect.poll(async () => (await arrived()).length, { timeout: 20_000 }).toBe(before + 1);
  const { mediaUrl } = (await arrived()).at(-1)!;
  const answer = await fetch(`${desk.server.url}${mediaUrl}`, {
    headers: { authorization: `Bearer ${await tokenOf(admin)}` },
  });
  // This type is what goes out with the mark of a voice message.
  expect(answer.headers.get('content-type')).toBe('audio/ogg');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('OggS');
  expect(bytes.includes('OpusHead')).toBe(true);
  expect(bytes.length).toBeGreaterThan(10_000);
  // The thread plays it, and knows how long it is.
  await log().locator('[data-kind=audio]').last().waitFor();
  const seconds = await ana.page.evaluate(
    (url) =>
      new Promise<number>((resolve, reject) => {
        const audio = new Audio(url);
        audio.onloadedmetadata = () => resolve(audio.duration);
        audio.onerror = () => reject(new Error('not playable'));
      }),
    await log()
      .locator('[data-kind=audio] audio')
      .last()
      .evaluate((audio: HTMLAudioElement) => audio.src),
  );
  expect(seconds).toBeGreaterThan(1);
}, 60_000);

test('a recording that a colleague interrupts stays attached, and goes when it is sent', async () => {
  const before = (await arrived()).length;
  const id = new URL(ana.page.url()).pathname.split('/').at(-1);
  await ana.page.getByRole('button', { name: 'Gravar áudio' }).click();
  await expect
    .poll(() => ana.page.locator('.tk-record time').textContent(), { timeout: 20_000 })
    .toMatch(/^0:(0[2-9]|[1-5]\d)$/);
  await desk.call(admin, 'PUT', `/tickets/${id}`, { status: 'closed' });
  await toast('A gravação ficou anexada à conversa com Iolanda Reis.');
  await ana.page.locator('.tk-peek').getByRole('button', { name: 'Reabrir' }).click();
  const attached = ana.page.getByRole('list', { name: 'Arquivos anexados' });
  await attached.getByText(/^audio_\d{14}\.ogg$/).waitFor();
  await ana.page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect.poll(async () => (await arrived()).length, { timeout: 20_000 }).toBe(before + 1);
  await attached.waitFor({ state: 'detached' });
}, 60_000);

test('a recording that is cancelled, or too short, goes nowhere; a microphone that fails says so', async () => {
  const before = (await arrived()).length;
  await ana.page.getByRole('button', { name: 'Gravar áudio' }).click();
  await ana.page.getByText('Gravando').waitFor();
  await ana.page.keyboard.press('Escape');
  await field().waitFor();
  await expect.poll(() => field().evaluate((box) => box === document.activeElement)).toBe(true);

  await ana.page.evaluate(() => {
    // One byte less than what counts.
    const real = window.MediaRecorder;
    class Short extends EventTarget {
      static isTypeSupported = () => true;
      state = 'inactive';
      mimeType = 'audio/ogg;codecs=opus';
      start() {
        this.state = 'recording';
      }
      stop() {
        this.state = 'inactive';
        this.dispatchEvent(
          Object.assign(new Event('dataavailable'), { data: new Blob([new Uint8Array(9_999)]) }),
        );
        this.dispatchEvent(new Event('stop'));
      }
    }
    Object.assign(window, { MediaRecorder: Short, realRecorder: real });
  });
  await ana.page.getByRole('button', { name: 'Gravar áudio' }).click();
  await ana.page.getByRole('button', { name: 'Enviar áudio' }).click();
  await toast('Gravação curta demais: descartada.');

  await ana.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
  });
  await ana.page.getByRole('button', { name: 'Gravar áudio' }).click();
  await toast('Ocorreu um erro!');
  await field().waitFor();
  expect((await arrived()).length).toBe(before);
});

test('a private note never reaches the phone, and each mode keeps a text of its own', async () => {
  const before = await bodies();
  await field().fill('meia mensagem');
  await ana.page.keyboard.press('Alt+P');
  await note().waitFor();
  expect(await note().inputValue()).toBe('');
  expect(await barriers()).toEqual([]);
  await note().press('Enter');
  await ana.page.getByText('Escreva pelo menos 2 caracteres').waitFor();
  await note().fill('cliente difícil, segredo-7731');
  await note().press('Enter');
  await toast('Observação adicionada com sucesso!');
  await log().getByRole('complementary', { name: 'Observação de Ana' }).getByText('segredo-7731').waitFor();
  await ana.page.locator('.tk-panel').getByText('segredo-7731').waitFor();
  await note().press('Escape');
  expect(await field().inputValue()).toBe('meia mensagem');
  await field().press('Enter');
  await expect.poll(bodies).toEqual([...before, '*Ana:*\nmeia mensagem']);
  expect(JSON.stringify(await phone.received(number))).not.toContain('7731');
});

test('a note is deleted after it is asked, from the thread and the panel at once', async () => {
  const block = log().getByRole('complementary', { name: 'Observação de Ana' });
  await block.getByRole('button', { name: 'Excluir observação' }).click();
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await toast('Observação excluída com sucesso!');
  await block.waitFor({ state: 'detached' });
  await ana.page.locator('.tk-panel').getByText('Nenhuma observação').waitFor();
});

test('unsigned when the switch says so, also after a reload; blanks are never sent', async () => {
  await ana.page.getByRole('switch', { name: 'Assinar' }).or(ana.page.getByLabel('Assinar')).first().click();
  await ana.page.reload();
  await field().waitFor();
  await field().fill('   \n ');
  await field().press('Enter');
  await field().fill('Sem assinatura');
  await field().press('Enter');
  await expect.poll(async () => (await bodies()).at(-1)).toBe('Sem assinatura');
  expect(await ana.page.evaluate(() => localStorage.getItem('signOption'))).toBe('false');
  expect((await bodies()).filter((body) => body.trim() === '' && body !== '')).toEqual([]);
});

test('five rows are seen, the rest scrolls; Shift+Enter begins another', async () => {
  await field().fill('');
  for (let line = 1; line <= 8; line++) {
    await field().pressSequentially(String(line));
    await field().press('Shift+Enter');
  }
  const { rows, scrolls } = await field().evaluate((box: HTMLTextAreaElement) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
    const inner = box.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return { rows: inner / Number.parseFloat(lineHeight), scrolls: box.scrollHeight > box.clientHeight };
  });
  expect([Math.round(rows), scrolls]).toEqual([5, true]);
  await field().fill('');
});

test('a quick reply of one’s own, made on its page with a file, brings the file along', async () => {
  await ana.page.getByRole('link', { name: 'Respostas rápidas' }).click();
  await ana.page.getByRole('link', { name: 'Nova resposta rápida' }).click();
  const dialog = ana.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Obrigatório').waitFor();
  // Who is no admin has no say in what is for everybody.
  expect(await dialog.getByLabel('Geral').count()).toBe(0);
  await dialog.getByLabel('Atalho').fill('/catalogo');
  const message = dialog.getByLabel('Mensagem', { exact: true });
  await message.fill('Segue o catálogo, {{firstName}}.');
  const lines = (box: HTMLElement) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight);
  expect(Math.round(await message.evaluate(lines))).toBe(7);
  await dialog.getByRole('button', { name: 'Emoji' }).waitFor();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'catalogo.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await ana.page
    .getByRole('row', { name: /catalogo/ })
    .getByText('catalogo.png')
    .waitFor();
  expect(await barriers()).toEqual([]);
  await ana.page.goBack();
  await field().fill('/cat');
  await ana.page.getByRole('option').first().waitFor();
  await field().press('Enter');
  await expect.poll(() => attached().count()).toBe(1);
  expect(await field().inputValue()).toBe('Segue o catálogo, Iolanda.');
  await field().press('Enter');
  await expect
    .poll(async () => (await arrived()).at(-1))
    .toMatchObject({
      // Signed or not, as the switch was left.
      body: expect.stringMatching(/Segue o catálogo, Iolanda\.$/),
      mediaUrl: expect.any(String),
    });
  // Sent before the file has come it waits for it: the text alone would promise what is not there.
  const before = (await arrived()).length;
  const held = Promise.withResolvers<void>();
  await ana.page.route('**/api/media/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await field().fill('/cat');
  await ana.page.getByRole('option').first().waitFor();
  await field().press('Enter');
  await field().press('Enter');
  await ana.page.locator('.tk-send[aria-disabled=true]').waitFor();
  expect(await arrived()).toHaveLength(before);
  held.resolve();
  await ana.page.unrouteAll({ behavior: 'wait' });
  await expect.poll(async () => (await arrived()).length).toBe(before + 1);
  expect((await arrived()).at(-1)?.mediaUrl).toEqual(expect.any(String));
});

test('nothing was complained about in the browser', () => {
  expect(ana.complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
});

// Last: a user has one session, and Ana's first browser ends with it.
test('on a phone a tap at rest hits what it was meant for: the microphone, the picker', async () => {
  const { pathname } = new URL(ana.page.url());
  const touch = await desk.signIn('ana', { width: 390, height: 844, touch: true, blank: true });
  touch.page.setDefaultTimeout(10_000);
  await touch.context.grantPermissions(['microphone']);
  await touch.page.goto(`${desk.server.url}${pathname}`);
  await touch.page.getByRole('button', { name: 'Emoji' }).tap();
  await touch.page.getByRole('dialog', { name: 'Emoji' }).waitFor();
  await touch.page.keyboard.press('Escape');
  await touch.page.getByRole('dialog', { name: 'Emoji' }).waitFor({ state: 'detached' });
  await touch.page.goto(`${desk.server.url}${pathname}`);
  await touch.page.getByRole('button', { name: 'Gravar áudio' }).tap();
  await touch.page.getByText('Gravando').waitFor();
  await touch.page.getByRole('button', { name: 'Descartar a gravação' }).tap();
  await touch.page.getByRole('textbox', { name: 'Mensagem' }).waitFor();
  expect(touch.complaints).toEqual([]);
  await touch.context.close();
});
