import type { Page } from 'playwright-core';

/** Returns a finger on a page with touch; points are CSS pixels of the viewport. */
export async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  let [x, y] = [0, 0];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  return {
    async press(atX: number, atY: number) {
      [x, y] = [atX, atY];
      await touch('touchStart');
    },
    /** Draws the pressed finger there in ten steps. */
    async drawTo(toX: number, toY: number) {
      const [fromX, fromY] = [x, y];
      for (let step = 1; step <= 10; step++) {
        [x, y] = [fromX + ((toX - fromX) * step) / 10, fromY + ((toY - fromY) * step) / 10];
        await touch('touchMove');
      }
    },
    lift: () => touch('touchEnd'),
  };
}
