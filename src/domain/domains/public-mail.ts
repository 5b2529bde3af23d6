/**
 * Providers where anybody gets an address. None of them would put our record into DNS for a customer, so nothing rests on this list being
 * whole: it tells who mistypes at once (decision record 0116). Names without a dot stand for every country's domain of the provider.
 */
const providers = new Set(
  `aol gmx googlemail hotmail live msn outlook rocketmail yahoo yandex ymail
  126.com 163.com 139.com 189.cn aliyun.com att.net bellsouth.net bigpond.com bluewin.ch bol.com.br btinternet.com charter.net comcast.net cox.net
  daum.net duck.com earthlink.net email.com fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com hanmail.net hey.com hushmail.com
  icloud.com ig.com.br inbox.lv inbox.ru interia.pl laposte.net libero.it list.ru mac.com mail.com mail.de mail.ru mailbox.org me.com naver.com
  o2.pl onet.pl optonline.net optusnet.com.au orange.fr pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru
  rediffmail.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com sky.com sohu.com sympatico.ca t-online.de talktalk.net telus.net
  tiscali.it tuta.com tuta.io tutanota.com tutanota.de tutamail.com ukr.net uol.com.br verizon.net virgilio.it virginmedia.com wanadoo.fr web.de
  wp.pl xtra.co.nz yeah.net ya.ru zoho.com zohomail.com`.split(/\s+/),
);

export const isPublicMail = (domain: string): boolean =>
  providers.has(domain) || (isCountryDomain(domain) && providers.has(domain.slice(0, domain.indexOf('.'))));

/** `yahoo.de`, `yahoo.co.uk`, `yahoo.com`; not `live.example.com`. */
const isCountryDomain = (domain: string): boolean =>
  /^[a-z0-9-]+\.((com?|net|org)(\.[a-z]{2})?|[a-z]{2})$/.test(domain);
