import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { foldersUpFrom, isWithin, wayTo } from '../../../clients/paths.ts';
import { loginPath } from '../../../clients/login/login-file.ts';

test.each([
  [posix, '/api', '/api/schemas/pet.yaml', true],
  [posix, '/api', '/api', true],
  [posix, '/api', '/api/..hidden.yaml', true],
  [posix, '/api', '/api-other/pet.yaml', false],
  [posix, '/api', '/pet.yaml', false],
  [posix, '/', '/pet.yaml', true],
  [win32, 'C:\\api', 'C:\\api\\schemas\\pet.yaml', true],
  [win32, 'C:\\api', 'c:\\API\\pet.yaml', true],
  [win32, 'C:\\api', 'C:\\api-other\\pet.yaml', false],
  [win32, 'C:\\api', 'C:\\pet.yaml', false],
  [win32, 'C:\\api', 'D:\\api\\pet.yaml', false],
  [win32, 'C:\\', 'C:\\pet.yaml', true],
  [win32, '\\\\host\\share\\api', '\\\\host\\share\\api\\pet.yaml', true],
  [win32, '\\\\host\\share\\api', '\\\\host\\other\\pet.yaml', false],
])('a $ref is read only below the folder of the spec (%#: %o)', (platform, folder, file, isBelow) => {
  expect([file, isWithin(folder, file, platform)]).toEqual([file, isBelow]);
});

test.each([
  ['schemas/pet.yaml', true],
  ['schemas\\pet.yaml', true],
  ['../pet.yaml', false],
  ['..\\pet.yaml', false],
  ['D:/pet.yaml', false],
  ['/pet.yaml', false],
])('on Windows a $ref of %s is below the folder of the spec: %s', (reference, isBelow) => {
  expect(isWithin('C:\\api', win32.resolve('C:\\api', reference), win32)).toBe(isBelow);
});

test('what documents hold of a path has no backslash', () => {
  expect(wayTo('C:\\work', 'C:\\work\\api\\openapi.json', win32)).toBe('api/openapi.json');
  expect(wayTo('C:\\work\\out', 'C:\\work\\openapi.json', win32)).toBe('../openapi.json');
  expect(wayTo('/work', '/work/a\\b.json', posix)).toBe('a\\b.json');
});

test('.dezycro is looked for from a folder up to the root, the drive or the share', () => {
  expect(foldersUpFrom('/work/shop', posix)).toEqual(['/work/shop', '/work', '/']);
  expect(foldersUpFrom('C:\\work\\shop', win32)).toEqual(['C:\\work\\shop', 'C:\\work', 'C:\\']);
  expect(foldersUpFrom('\\\\host\\share\\shop', win32)).toEqual(['\\\\host\\share\\shop', '\\\\host\\share\\']);
});

test('on Windows the login lies below %APPDATA%, elsewhere below ~/.config', () => {
  const env = { HOME: '/home/ada', APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' };
  expect(loginPath(env, 'win32')).toBe('C:\\Users\\ada\\AppData\\Roaming\\dezycro\\login.json');
  expect(loginPath(env, 'linux')).toBe('/home/ada/.config/dezycro/login.json');
});
