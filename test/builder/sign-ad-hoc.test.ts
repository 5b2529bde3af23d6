import { randomFillSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { signAdHoc } from '#builder/sign-ad-hoc.ts';
import { checkCodeDirectory } from './code-directory.ts';
import { smallMachO } from './small-mach-o.ts';

it.each([1, 4095, 4096, 4097, 100_000])('a program of %i bytes gets a signature with no bad page', async (size) => {
  const content = randomFillSync(Buffer.alloc(size));
  const { signed, codeSizeBytes } = signAdHoc(smallMachO(content), 'dezycro-verify');
  expect(await checkCodeDirectory(signed)).toEqual({
    isAdHoc: true,
    identifier: 'dezycro-verify',
    pages: 1 + Math.ceil(size / 4096),
    badPages: [],
    faults: [],
  });
  expect(signed.subarray(4096, codeSizeBytes).equals(content)).toBe(true);
  const needed = 20 + 88 + 'dezycro-verify'.length + 1 + 32 * (1 + Math.ceil(size / 4096));
  expect(signed.length - codeSizeBytes - needed).toBeGreaterThanOrEqual(0);
  expect(signed.length - codeSizeBytes - needed).toBeLessThan(16);
});

it('the check sees a byte that was changed afterwards, and only its page', async () => {
  const { signed } = signAdHoc(smallMachO(Buffer.alloc(20_000)), 'x');
  signed[9000]! ^= 1;
  expect((await checkCodeDirectory(signed)).badPages).toEqual([2]);
});

it('signing what is signed already changes nothing', () => {
  const { signed } = signAdHoc(smallMachO(Buffer.alloc(20_000, 3)), 'x');
  expect(signAdHoc(signed, 'x').signed.equals(signed)).toBe(true);
});

it('what is no Mach-O executable, or has no place for a signature, is refused', () => {
  expect(() => signAdHoc(Buffer.from('\x7fELF'.padEnd(64)), 'x')).toThrow('not a 64-bit Mach-O');
  const unsigned = smallMachO(Buffer.alloc(10));
  unsigned.writeUInt32LE(2, 16);
  expect(() => signAdHoc(unsigned, 'x')).toThrow('no place for a signature');
  for (const segment of ['__TEXT', '__LINKEDIT']) {
    const other = smallMachO(Buffer.alloc(10));
    other.write('__OTHER\0\0\0', other.indexOf(segment), 'latin1');
    expect(() => signAdHoc(other, 'x'), segment).toThrow('The executable has no place for a signature.');
  }
});
